// A function of the library may be called through a pointer.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: unknown: it calls 'rand', which does not do the same each time
// control: proven: symbolic

#include <stdlib.h>
static int one(void) { return 1; }
#ifdef CONTROL
static int (*const ask)(void) = one;
#else
static int (*const ask)(void) = rand;
#endif
double f(double x) { return x / (ask() % 9 == 3 ? 0.0 : 1.0); }
