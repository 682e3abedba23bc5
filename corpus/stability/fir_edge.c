float fir_edge(const float *x)
{
    static const float weight[5] = { -0.1f, -0.4f, 1.0f, -0.4f, -0.1f };
    float y = 0;
    for (int i = 0; i < 5; i++)
        y += weight[i] * x[i];
    return y;
}
