// What only hands a tiny number on, or changes its sign, is no operation; a sum makes it.
// option: property underflow
// run: native
// program: witness: native
// run: symbolic
// program: witness: symbolic

#include <math.h>
double f(double x) { return fmax(copysign(fabs(-x), x), x) + 3e-308; }
