// A variable of the environment is the program's own text.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to putenv
// control: proven: symbolic
// option: cflags -D_GNU_SOURCE

#include <stdlib.h>
#include <string.h>
double f(double x) {
  char buffer[64];
#ifndef CONTROL
  strcpy(buffer, "A=b");
  putenv(buffer);
#endif
  buffer[0] = 1;
#ifndef CONTROL
  setenv("A", "", 1);
#endif
  return x / buffer[0];
}
