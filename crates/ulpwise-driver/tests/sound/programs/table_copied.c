// A table is written by a copy to it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

#include <string.h>
static double t[2] = {1.0, 2.0};
void set(double *from, double *to) {
#ifdef CONTROL
  memcpy(to, t, sizeof t);
#else
  memcpy(t, from, sizeof t);
#endif
}
double f(double x) { return x / t[0]; }
