// An address is made from null and a number.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: unknown: a value in it depends on where an object lies

#include <stdint.h>
#ifdef CONTROL
#define VALUE 2.0
#else
#define VALUE 0.0
#endif
double f(double x) {
    double k = VALUE; char *z = 0;
    double *p = (double *)(z + (uintptr_t)&k);
    return x / *p;
}
