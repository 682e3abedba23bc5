// A conversion to a narrower format may be exact and tiny.
// option: property underflow
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic
// run: native
// program: witness: native

#include <math.h>
#ifdef CONTROL
double f(signed char x) { return (float)(double)x; }
#else
double f(double x) { int quotient; (void)&quotient; return (float)x; }
#endif
