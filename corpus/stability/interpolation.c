float interpolation(float a, float b, float t)
{
    return (1 - t) * a + t * b;
}
