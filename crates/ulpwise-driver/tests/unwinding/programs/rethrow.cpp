// What is thrown again is the same object, with what a handler wrote to it.
struct E { double v; };
static void inner(double x) {
    try {
        if (x > 3) throw E{x};
    } catch (E &e) {
        e.v = 4;
        throw;
    }
}
extern "C" double f(double x) {
    try {
        inner(x);
    } catch (const E &e) {
        if (x > 9) return 1 / (e.v - 4); // found
        return 1 / (e.v - 3); // proven
    }
    return 1 / (x - 3.5); // proven
}
