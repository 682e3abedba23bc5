// Elements before the address of an argument may be there.
// option: range v=1..2
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX 1
#else
#define INDEX -1
#endif
double f(const double *v) { return 1.0 / v[INDEX]; }
