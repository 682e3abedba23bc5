// A function may be called when flags are raised.
// run: abstract
// program: unknown: not analysed
// run: exhaustive
// program: unknown: not analysed
// run: symbolic
// program: unknown: it asks for IEEE flags or errno, which may be set when it is called
// control: proven: symbolic

#include <fenv.h>
float f(signed char x) {
#ifdef CONTROL
  feclearexcept(FE_ALL_EXCEPT);
#endif
  return 1.0f / (fetestexcept(FE_INVALID) ? 0.0f : 1.0f);
}
