float kalman_gain(float p, float r)
{
    float k = p / (p + r);
    return (1 - k) * p;
}
