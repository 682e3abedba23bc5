// A random number generator keeps its state where it was told to.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to initstate
// control: proven: symbolic
// option: cflags -D_GNU_SOURCE

#include <stdlib.h>
double f(double x) {
  char buffer[64];
#ifndef CONTROL
  initstate(1, buffer, sizeof buffer);
#endif
  buffer[0] = 1;
#ifndef CONTROL
  random();
#endif
  return x / buffer[0];
}
