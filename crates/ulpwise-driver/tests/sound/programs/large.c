// A large allocation may succeed.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: the program asks for more memory than there is here

#include <stdlib.h>
#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR x
#endif
double f(double x) { double *p = malloc(4ul << 30); if (!p) return 0; double r = 1.0 / DIVISOR; free(p); return r; }
