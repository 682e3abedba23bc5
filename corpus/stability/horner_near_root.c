float horner_near_root(float x)
{
    return ((((x - 5) * x + 10) * x - 10) * x + 5) * x - 1;
}
