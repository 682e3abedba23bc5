// An allocation may fail.
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive

#include <stdlib.h>
#ifdef CONTROL
float f(signed char x) { return 1.0f / (x == 1 ? 3 : 1); }
#else
float f(signed char x) {
  char *p = malloc(1 << 10);
  float d = p ? 1 : 0;
  free(p);
  return 1.0f / d;
}
#endif
