// `printf` writes how much it printed.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define DIVISOR (n + 3)
#else
#define DIVISOR (n - 3)
#endif
double f(double x) { int n = 0; printf("abc%n", &n); if (n < 0) return 0; return x / DIVISOR; }
