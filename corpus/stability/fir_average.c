float fir_average(const float *x)
{
    static const float weight[8] = { 0.02f, 0.08f, 0.15f, 0.25f, 0.25f, 0.15f, 0.08f, 0.02f };
    float y = 0;
    for (int i = 0; i < 8; i++)
        y += weight[i] * x[i];
    return y;
}
