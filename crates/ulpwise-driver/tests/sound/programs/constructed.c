// What was raised before a call is not its own.
// option: stop-at-exception
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR x
#endif
double g;
static volatile double zero;
__attribute__((constructor)) static void init(void) { g = 1.0 / zero; }
double f(unsigned k, double x) { if (k * 2654435761u != 12345u) return 0; return 1.0 / DIVISOR; }
