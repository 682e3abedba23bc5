// An exception comes out of a call through a pointer.
static double fine(double x) { return x + 1; }
static double throws(double x) { if (x > 2) throw x; return x + 2; }
extern "C" double f(double x, bool b) {
    double (*called)(double) = b ? throws : fine;
    if (!(x > 0)) return 1;
    try {
        return 1 / called(x); // proven
    } catch (double d) {
        return 1 / (d - 4); // found
    }
}
