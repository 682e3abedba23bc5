// The neighbour of the smallest normal number is tiny, and exact.
// option: property underflow
// run: native
// program: witness: native
// run: symbolic
// program: unknown: the solver does not know: it is not known for which arguments the library raises it
// run: abstract
// program: unknown: not analysed

#include <math.h>
double f(double x) { return nextafter(x, 0.0); }
