// The length of an array that another parameter says.
// option: range v=1..2
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX (n - 1)
#else
#define INDEX n
#endif
double f(int n, const double v[n]) { return 1.0 / v[INDEX]; }
