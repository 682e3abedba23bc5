// `errno` is read where it was found before.
// run: abstract
// program: unknown: not analysed
// program: unknown: not analysed
// control: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: the solver does not know: it is not known for which arguments the library raises it
// program: witness: symbolic
// control: unknown: the solver does not know: it is not known for which arguments the library raises it
// control: proven: symbolic

#include <errno.h>
#include <math.h>
#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR (x - 1.7976931348623157e308)
#endif
double f(unsigned k, double x) {
    int *e = &errno; *e = 0;
    if (k * 2654435761u != 12345u) return 0;
    double y = nextafter(x, INFINITY);
    if (*e != 0) return 1.0 / DIVISOR;
    return y;
}
