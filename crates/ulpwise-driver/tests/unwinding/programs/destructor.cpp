// Destructors run on the way out, the youngest object first.
struct Guard {
    double *place;
    double value;
    ~Guard() { *place = *place * 10 + value; }
};
static void g(double x, double *log) {
    Guard first{log, 1};
    Guard second{log, 2};
    if (x > 0) throw 1;
}
extern "C" double f(double x) {
    double log = 0;
    try {
        g(x, &log);
        return 1 / (log - 12); // proven
    } catch (int) {
        if (x > 5) return 1 / (log - 21); // found
        return 1 / (log - 20); // proven
    }
}
