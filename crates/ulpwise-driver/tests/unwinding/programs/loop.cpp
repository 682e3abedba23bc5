// Thrown and caught in every round of a loop.
extern "C" double f(double x) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
        try {
            if (i % 2 == 1) throw i;
            sum += 1;
        } catch (int n) {
            sum += n;
        }
    }
    if (x > 0) return 1 / (sum - 6); // found
    return 1 / (sum - 5); // proven
}
