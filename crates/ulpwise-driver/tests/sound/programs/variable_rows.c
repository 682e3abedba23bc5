// The same of rows.
// option: range v=1..2
// run: symbolic
// program: unknown: it reads v beyond the 16 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX (k - 1)
#else
#define INDEX k
#endif
double f(int n, int k, double v[n][k]) { return 1.0 / v[n - 1][INDEX]; }
