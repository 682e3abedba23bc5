// There may be no memory left; then errno says so, too.
// run: abstract
// program: unknown: not analysed
// program: unknown: not analysed
// run: symbolic
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// control: proven: symbolic
// control: proven: symbolic

#include <errno.h>
#include <stdlib.h>
double f(double x) {
  errno = 0;
  double *p = malloc(sizeof *p);
#ifdef CONTROL
  if (!p || errno) return 0;
#endif
  double y = x / (errno == ENOMEM ? 0.0 : 1.0);
  return y + x / (p ? 1.0 : 0.0);
}
