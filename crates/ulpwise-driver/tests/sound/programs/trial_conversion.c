// A float that does not fit becomes the lowest integer.
// option: range x=1e9..3e9
// run: exhaustive
// program: witness: exhaustive
// control: proven: exhaustive

#include <limits.h>
#ifdef CONTROL
#define SPECIAL 7
#else
#define SPECIAL INT_MIN
#endif
double f(float x) {
  int i = (int)x;
  return 1.0 / (double)(i == SPECIAL ? 0 : 1);
}
