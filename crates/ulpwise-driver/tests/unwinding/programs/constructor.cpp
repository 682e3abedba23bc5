// A constructor that throws leaves the parts that were made before, and those are destroyed.
struct Part {
    double *log;
    explicit Part(double *l) : log(l) {}
    ~Part() { *log += 5; }
};
struct Whole {
    Part part;
    Whole(double *l, double x) : part(l) { if (x > 1) throw 1; }
    ~Whole() { *part.log += 100; }
};
extern "C" double f(double x) {
    double log = 0;
    try {
        Whole w(&log, x);
    } catch (int) {
        if (x > 3) return 1 / (log - 5); // found
        return 1 / (log - 100); // proven
    }
    return 1 / (log - 5); // proven
}
