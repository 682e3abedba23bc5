// `time` writes what it is given.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: a call of 'time', which does not do the same each time
// control: proven: symbolic

#include <time.h>
#ifdef CONTROL
#define SET(t) (void)t
#else
#define SET(t) time(&t)
#endif
double f(double x) { time_t t = 1; SET(t); if (t != 1) return x / 0.0; return 0; }
