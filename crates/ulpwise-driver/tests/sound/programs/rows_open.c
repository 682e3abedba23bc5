// A pointer to rows points at one, as far as is known.
// option: range m=1..2
// option: len m=1
// run: abstract
// program: unknown: it may access m beyond the 1 element assumed: give --len m=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: unknown: it reads m beyond the 1 element assumed: give --len m=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define ROW 0
#else
#define ROW 1
#endif
double f(double (*m)[3]) { return 1.0 / m[ROW][2]; }
