// `realloc` to nothing answers what the C library of this machine answers.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: inputs were found, but native code raises nothing on them
// control: proven: symbolic

#include <stdlib.h>
#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR x
#endif
double f(double x) { char *p = malloc(8); p = realloc(p, 0); if (!p) return 1.0 / DIVISOR; return 0; }
