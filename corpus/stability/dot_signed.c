float dot_signed(const float *a, const float *b)
{
    float s = 0;
    for (int i = 0; i < 4; i++)
        s += a[i] * b[i];
    return s;
}
