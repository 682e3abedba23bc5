// The same in a function that is called with a part of the array.
// option: range v=1..2
// option: len v=4
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX 1
#else
#define INDEX 2
#endif
static double inverse(const double *w) { return 1.0 / w[INDEX]; }
double f(const double *v) { return inverse(v + 2); }
