// The operations of a handler are operations of the program: proven where nothing is thrown.
// run: abstract
// program: unknown: not analysed
// program: incomplete: not followed: a call of '__cxa_throw' (in 'g')
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: a C++ exception, which the program may catch
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
