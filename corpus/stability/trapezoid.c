double trapezoid(double a, double width)
{
    double sum = 0, h = width / 20;
    for (int i = 0; i < 20; i++) {
        double x = a + i * h;
        double y = x + h;
        sum += (1 / (1 + x * x) + 1 / (1 + y * y)) * h / 2;
    }
    return sum;
}
