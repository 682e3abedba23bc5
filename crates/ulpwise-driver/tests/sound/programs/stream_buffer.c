// A stream writes to the buffer that it was given.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it calls 'setvbuf', after which the library may write to its memory
// control: proven: symbolic

#include <stdio.h>
#ifdef CONTROL
#define GIVE(buffer) (void)buffer
#else
#define GIVE(buffer) setvbuf(stdout, buffer, _IOFBF, 64)
#endif
double f(double x) {
  char buffer[64];
  buffer[0] = 1;
  GIVE(buffer);
  buffer[0] = 1;
  putchar(0);
  return x / buffer[0];
}
