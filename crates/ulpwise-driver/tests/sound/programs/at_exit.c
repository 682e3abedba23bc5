// Functions that are registered with `atexit` are called.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: a call of 'atexit', which does not do the same each time
// control: proven: symbolic

#include <stdlib.h>
#ifdef CONTROL
static void h(double z) { volatile double y = 1.0 / z; }
double f(double x) { h(2.0); return 0; }
#else
static double z;
static void h(void) { volatile double y = 1.0 / z; }
double f(double x) { z = x - 1.0; atexit(h); exit(0); }
#endif
