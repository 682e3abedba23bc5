// Output may fail, and then returns something else and sets errno.
// run: symbolic
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// control: proven: symbolic
// control: proven: symbolic

#include <errno.h>
#include <stdio.h>
double f(double x) {
  errno = 0;
  int n = printf("abc");
#ifdef CONTROL
  n = 3, errno = 0;
#endif
  double y = x / (n == 3 ? 1.0 : 0.0);
  return y / (errno ? 0.0 : 1.0);
}
