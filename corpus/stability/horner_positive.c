double horner_positive(double x)
{
    static const double c[6] = { 1.0, 0.5, 0.25, 3.0, 0.125, 2.0 };
    double y = c[5];
    for (int i = 4; i >= 0; i--)
        y = y * x + c[i];
    return y;
}
