// What comes after a caught exception is not proven: for 1.5 it is thrown, and zero divides.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define THROW
#else
#define THROW if (x * x * x == 3.375) throw 1;
#endif
static double g(double x) { THROW return x; }
extern "C" double f(double x) {
    double y;
    try { g(x); y = 1; } catch (...) { y = 0; }
    return 1 / y;
}
