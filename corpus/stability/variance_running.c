float variance_running(const float *x)
{
    float mean = 0, m2 = 0;
    for (int i = 0; i < 4; i++) {
        float delta = x[i] - mean;
        mean += delta / (i + 1);
        m2 += delta * (x[i] - mean);
    }
    return m2 / 3;
}
