// A remainder is exact, and an underflow where it is smaller than the smallest normal number.
// option: property underflow
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <math.h>
#ifdef CONTROL
double f(signed char x) { return fmod(x, 3.0); }
#else
double f(double x) { return fmod(x, 3e-308); }
#endif
