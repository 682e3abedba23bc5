double newton_residual(double a)
{
    double x = a;
    for (int i = 0; i < 5; i++)
        x = 0.5 * (x + a / x);
    return x * x - a;
}
