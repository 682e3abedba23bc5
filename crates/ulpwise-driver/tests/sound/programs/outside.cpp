// A function that is defined elsewhere may throw.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to outside
// control: proven: symbolic

#ifdef CONTROL
static void outside(double) {}
#else
void outside(double);
#endif
extern "C" double f(double x) {
    double y;
    try { outside(x); y = 1; } catch (...) { y = 0; }
    return 1 / y;
}
