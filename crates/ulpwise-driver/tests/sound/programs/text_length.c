// A pointer to characters may point at more than one.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it reads s beyond the 1 element assumed: give --len s=N, or limit the index with --range

#include <string.h>
#ifdef CONTROL
#define SUM +
#else
#define SUM -
#endif
double f(const char *s) { return 1.0 / ((double)strlen(s) SUM 2.0); }
