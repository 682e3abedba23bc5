double long_sum(const double *x)
{
    long double sum = 0;
    for (int i = 0; i < 32; i++)
        sum += x[i];
    return (double)sum;
}
