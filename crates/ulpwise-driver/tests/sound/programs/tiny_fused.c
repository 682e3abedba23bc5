// A fused sum is exact where it is tiny, too.
// option: property underflow
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic
// run: native
// program: witness: native

#include <math.h>
#ifdef CONTROL
double f(signed char x) { return fma(x, 1.0, 3.0); }
#else
double f(double x) { int quotient; (void)&quotient; return fma(x, 1.0, 3e-308); }
#endif
