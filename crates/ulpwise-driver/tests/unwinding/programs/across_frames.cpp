// An exception passes functions that know nothing of it.
struct Deep { double v; };
static double third(double x) { if (x * 2 > 9) throw Deep{x * 2}; return x + 1; }
static double second(double x) { return third(x) * 2; }
static double first(double x) { double y = second(x); return y - 1; }
extern "C" double f(double x) {
    if (!(x > 0)) return 0;
    try {
        return 1 / first(x); // proven
    } catch (const Deep &d) {
        if (d.v > 20) return 1 / (d.v - 24); // found
        return 1 / d.v; // proven
    }
}
