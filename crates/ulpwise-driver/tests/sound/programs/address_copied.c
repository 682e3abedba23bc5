// The bytes of an address are copied to a number.
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#include <string.h>
static double t;
double f(double x) {
  double *p = &t;
  struct { long l; } u;
#ifdef CONTROL
  u.l = p == &t;
#else
  memcpy(&u, &p, sizeof u);
#endif
  return x / ((u.l & 0xff0) == 0x30 ? 0.0 : 1.0);
}
