// How many characters a symbolic value prints as is not known.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: unknown: unsupported: '%n' behind a symbolic value, whose characters are not counted
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define COUNT
#else
#define COUNT "%n"
#endif
double f(int k) {
  int n = 0;
  printf("%d" COUNT, k, &n);
  return 1.0 / (n == 3 ? 0.0 : 1.0);
}
