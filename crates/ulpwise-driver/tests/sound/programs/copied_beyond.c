// What is copied from beyond an array is anything.
// option: range v=1..2
// option: len v=4
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#include <string.h>
#ifdef CONTROL
#define COUNT 4
#else
#define COUNT 5
#endif
double f(const double *v) {
    double w[COUNT];
    memcpy(w, v, sizeof w);
    return 1.0 / w[COUNT - 1];
}
