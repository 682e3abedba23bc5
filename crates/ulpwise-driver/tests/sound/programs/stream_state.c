// What a stream answers depends on what was done with it before.
// run: symbolic
// program: unknown: it calls 'ferror', which does not do the same each time
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define ASK(stream) (x == 0.5 && x > 1)
#else
#define ASK(stream) ferror(stream)
#endif
double f(double x) { return x / (ASK(stdout) ? 0.0 : 1.0); }
