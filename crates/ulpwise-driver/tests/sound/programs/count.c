// `printf` writes how much it printed.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define DIVISOR (n + 3)
#define PRINT(n) sprintf(text, "abc%n", n)
#else
#define DIVISOR (n - 3)
#define PRINT(n) printf("abc%n", n)
#endif
double f(double x) { char text[8]; int n = 0; PRINT(&n); if (n < 0) return 0; return x / DIVISOR; }
