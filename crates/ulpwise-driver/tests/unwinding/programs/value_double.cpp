// An exception that is a number is used after it was caught.
static double g(double x) {
    if (x > 10) throw 2.5;
    if (x < -10) throw x;
    return x;
}
extern "C" double f(double x) {
    try {
        return 1 / (g(x) * g(x) + 1); // proven
    } catch (double d) {
        if (d == 2.5) return 1 / (d - 2); // proven
        return 1 / (d + 20); // found
    }
}
