float pid_clamped(float error, float integral)
{
    float u = 3.0f * error + 0.2f * integral;
    if (u > 10.0f)
        u = 10.0f;
    if (u < 0.5f)
        u = 0.5f;
    return u;
}
