float moving_average_update(float sum, float fresh, float old)
{
    return (sum + (fresh - old)) / 8;
}
