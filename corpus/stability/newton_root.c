double newton_root(double a)
{
    double x = a;
    for (int i = 0; i < 6; i++)
        x = 0.5 * (x + a / x);
    return x;
}
