// Nothing leaves a function that promises to throw nothing: the program ends.
static void g(double x) { if (x < 1) throw 1; }
static void h(double x) noexcept { g(x); }
extern "C" double f(double x) {
    try {
        h(x);
        g(x - 1);
    } catch (...) {
        return 1 / x; // proven
    }
    return 1 / (x - 3); // found
}
