float biquad_step(float x, float y1, float y2)
{
    return 0.05f * x + 1.8f * y1 - 0.9f * y2;
}
