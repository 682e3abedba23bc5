// Where a variable lies is no property of the program.
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#include <stdint.h>
#ifdef CONTROL
#define BIT(a) ((a)[0] > 1000)
#else
// So seldom that no run of this test sees it.
#define BIT(a) (((uintptr_t)(a) >> 12) % 1000003 == 7)
#endif
float f(signed char x) {
  double a[4] = {x, x, x, x};
  return 1.0f / (BIT(a) ? 0.0f : 1.0f);
}
