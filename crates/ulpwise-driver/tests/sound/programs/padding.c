// Padding has some value.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: a value that was never initialised decides what happens
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR x
#endif
struct p { char c; double d; };
double f(unsigned k, double x) {
    struct p a; a.c = 1; a.d = x;
    if (k * 2654435761u != 12345u) return 0;
#ifndef CONTROL
    fwrite(&a, sizeof a, 1, stdout);
#endif
    return 1.0 / DIVISOR;
}
