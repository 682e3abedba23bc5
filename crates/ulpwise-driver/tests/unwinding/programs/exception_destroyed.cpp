// The exception is destroyed when its last handler ends, and no earlier.
static double alive;
struct E {
    E() { alive = alive + 1; }
    E(const E &) { alive = alive + 1; }
    ~E() { alive = alive - 1; }
};
extern "C" double f(double x) {
    alive = 0;
    double inside = 0;
    try {
        if (x > 0) throw E();
    } catch (E &) {
        try {
            throw;
        } catch (E &) {
        }
        inside = alive;
    }
    if (x > 0 && x < 2) return 1 / (inside - 1); // found
    return 1 / (alive + 1); // proven
}
