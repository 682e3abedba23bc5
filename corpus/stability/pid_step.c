float pid_step(float target, float measured, float last, float integral)
{
    float error = target - measured;
    float sum = integral + error * 0.01f;
    return 2.0f * error + 0.5f * sum + 0.1f * (error - last) / 0.01f;
}
