double power_near_root(double x)
{
    double d = x - 1;
    return d * d * d * d * d;
}
