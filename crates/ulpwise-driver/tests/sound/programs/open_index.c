// An index without a bound leaves the elements that are assumed.
// option: range v=1..2
// option: len v=4
// option: range n=-100..100
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX (n & 3)
#else
#define INDEX n
#endif
double f(const double *v, int n) { return 1.0 / v[INDEX]; }
