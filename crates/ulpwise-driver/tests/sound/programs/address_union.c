// An address is read as a number from a union.
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#include <string.h>
static double t;
double f(double x) {
  union { double *p; long l; } u;
#ifdef CONTROL
  u.l = 1;
#else
  u.p = &t;
#endif
  return x / ((u.l & 0xff0) == 0x30 ? 0.0 : 1.0);
}
