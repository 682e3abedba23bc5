// An address that was written to memory is still an address when it is read as a number.
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#include <stdint.h>
#ifdef CONTROL
#define BITS 1
#else
#define BITS as_number(&s.p)
#endif
struct named { long n; double *p; };
static uintptr_t as_number(void *p) { return *(uintptr_t *)p; }
float f(signed char x) {
  double a[4] = {x, x, x, x};
  struct named s = {3, a};
  return 1.0f / ((BITS & 64) == 0 && s.n == 3 && s.p[0] == x ? 1.0f : 0.0f);
}
