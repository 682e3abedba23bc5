float variance_of_squares(const float *x)
{
    float sum = 0, squares = 0;
    for (int i = 0; i < 4; i++) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    return squares / 4 - (sum / 4) * (sum / 4);
}
