int tenths(void)
{
    int turns = 0;
    for (float t = 0; t < 1; t += 0.1f)
        turns++;
    return turns;
}
