// A function may be called when `errno` is not zero.
// run: abstract
// program: unknown: not analysed
// run: exhaustive
// program: unknown: not analysed
// run: symbolic
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// control: proven: symbolic

#include <errno.h>
float f(signed char x) {
#ifdef CONTROL
  errno = 0;
#endif
  return 1.0f / (errno ? 0.0f : 1.0f);
}
