// A file in memory writes to the buffer that it was given.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to fmemopen
// control: proven: symbolic
// option: cflags -D_GNU_SOURCE

#include <stdio.h>
double f(double x) {
  char buffer[64];
#ifndef CONTROL
  FILE *file = fmemopen(buffer, sizeof buffer, "w");
  if (!file) return 0;
#endif
  buffer[0] = 1;
#ifndef CONTROL
  fputc(0, file);
  fflush(file);
#endif
  return x / buffer[0];
}
