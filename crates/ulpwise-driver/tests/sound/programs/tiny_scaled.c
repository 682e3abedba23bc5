// A scaled number is exact or not, and tiny where the exponent is small.
// option: property underflow
// run: symbolic
// program: witness: symbolic
// control: unknown: the solver does not know: it is not known for which arguments the library raises it
// run: native
// program: witness: native

#include <math.h>
#ifdef CONTROL
double f(signed char x) { return ldexp(x, -3); }
#else
double f(double x) { int quotient; (void)&quotient; return ldexp(x, -30); }
#endif
