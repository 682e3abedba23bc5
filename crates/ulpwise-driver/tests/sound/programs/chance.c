// A random number is any number.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic

#include <stdlib.h>
#ifdef CONTROL
double f(double x) { return x / (rand() % 3 + 5); }
#else
double f(double x) { return x / (rand() % 3 - 1); }
#endif
