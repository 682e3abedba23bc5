float fahrenheit(float celsius)
{
    return celsius * 1.8f + 32;
}
