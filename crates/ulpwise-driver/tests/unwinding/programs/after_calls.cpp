// What comes after calls that are under way: where they return, where they land, and once more.
struct Negative { double v; };
static double check(double x) { if (x < 0) throw Negative{x}; return x; }
static double twice(double x) { double y = check(x); return y / (x - 7); } // found
static double down(double x, int n) {
    if (n == 0) return check(x);
    return down(x, n - 1) / (x - n); // found
}
extern "C" double f(double x) {
    try {
        return twice(x) + down(x, 2);
    } catch (const Negative &n) {
        double a = x < -1 ? 2 : 1, b = x < -1 ? 1 : 2;
        return 1 / (a - b) + 1 / (n.v + 5); // found
    }
}
