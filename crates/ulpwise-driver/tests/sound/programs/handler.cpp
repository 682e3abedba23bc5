// The operations of a handler are operations of the program: proven only where nothing is thrown.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define CONDITION x < 1 && x > 2
#else
#define CONDITION x > 1.5
#endif
static double g(double x) { if (CONDITION) throw x; return x; }
extern "C" double f(double x) {
    try { return g(x); } catch (double z) { return 1 / (z - 1.75); }
}
