// The remainder that is nearest to zero is exact, and tiny where the divisor is small.
// option: property underflow
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic
// run: native
// program: witness: native

#include <math.h>
#ifdef CONTROL
double f(signed char x) { return remainder(x, 3.0); }
#else
double f(double x) { int quotient; (void)&quotient; return remainder(x, 3e-308); }
#endif
