// An address may be kept as a number in floating point.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

#include <stdint.h>
static double t[2] = {1.0, 2.0};
static double other[2];
static double number;
void keep(void) {
#ifdef CONTROL
  number = (double)(uintptr_t)other;
#else
  number = (double)(uintptr_t)t;
#endif
}
void set(double v) { *(double *)(uintptr_t)number = v; }
double f(double x) { return x / t[0]; }
