/* Averages of two numbers: Sterbenz's, which never overflows, and four formulas. */
double average(double x, double y) {
    int same_sign;
    if (x >= 0) {
        same_sign = y >= 0;
    } else {
        same_sign = y < 0;
    }
    if (same_sign) {
        if (y >= x)
            return x + (y - x) / 2;
        return y + (x - y) / 2;
    }
    return (x + y) / 2;
}

double av1(double x, double y) { return (x + y) / 2; }
double av2(double x, double y) { return x / 2 + y / 2; }
double av3(double x, double y) { return x + (y - x) / 2; }
double av4(double x, double y) { return y + (x - y) / 2; }
