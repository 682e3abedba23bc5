// An address that was printed into memory can be read from there.
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define FORMAT "%d p"
#define GIVEN 1234567890
#else
#define FORMAT "%p"
#define GIVEN (void *)a
#endif
float f(signed char x) {
  double a[4] = {x, x, x, x};
  char s[64];
  snprintf(s, sizeof s, FORMAT, GIVEN);
  return 1.0f / (s[9] == '0' || s[9] == ' ' ? 1.0f : 0.0f);
}
