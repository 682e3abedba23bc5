// What stands in the rest of a word is no element.
// option: len p=1
// run: native
// program: unknown: it reads p beyond the 1 element assumed: give --len p=N, or limit the index with --range
// run: abstract
// program: unknown: it may access p beyond the 1 element assumed: give --len p=N, or limit the index with --range
// control: proven: abstract

#ifdef CONTROL
#define DIVISOR ((p[0] & 1) + 1)
#else
#define DIVISOR p[1]
#endif
double f(const int *p) { return 1.0 / DIVISOR; }
