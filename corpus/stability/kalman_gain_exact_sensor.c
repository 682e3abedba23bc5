float kalman_gain_exact_sensor(float p, float r)
{
    float k = p / (p + r);
    return (1 - k) * p;
}
