double iir_smoothing(const double *x, double alpha)
{
    double y = x[0];
    for (int i = 1; i < 16; i++)
        y = alpha * x[i] + (1 - alpha) * y;
    return y;
}
