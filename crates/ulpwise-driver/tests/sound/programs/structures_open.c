// A pointer to a structure points at one, as far as is known.
// option: range p.x=1..2
// option: len p=1
// run: abstract
// program: unknown: it may access p beyond the 1 element assumed: give --len p=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads p beyond the 1 element assumed: give --len p=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define INDEX 0
#else
#define INDEX 1
#endif
struct point { double x; int n; };
double f(const struct point *p) { return 1.0 / p[INDEX].x; }
