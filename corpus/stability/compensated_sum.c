float compensated_sum(const float *x)
{
    float sum = 0, lost = 0;
    for (int i = 0; i < 6; i++) {
        float y = x[i] - lost;
        float next = sum + y;
        lost = (next - sum) - y;
        sum = next;
    }
    return sum;
}
