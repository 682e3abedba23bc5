float moving_average_direct(const float *x)
{
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += x[i];
    return sum / 8;
}
