/* Goubault's example: two lines meet at x = (c1 b2 - c2 b1) / (a1 b2 - a2 b1); is that to the right? */
int control_test(float a1, float a2, float b1, float b2, float c1, float c2)
{
    float f1 = a1, f2 = a2, g1 = b1, g2 = b2, h1 = c1, h2 = c2;
    float a1b2 = f1 * g2;
    float a2b1 = f2 * g1;
    float denominator = a1b2 - a2b1;
    float x = (h1 * g2 - h2 * g1) / denominator;
    if (x >= 0.0f)
        return 1;
    return 0;
}
