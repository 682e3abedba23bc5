// A thread keeps an address, and a function of another file asks for it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to pthread_setspecific
// control: proven: symbolic
// option: cflags -D_GNU_SOURCE

#include <pthread.h>
extern void later(void);
double f(double x) {
  char buffer[64];
#ifndef CONTROL
  pthread_setspecific(0, buffer);
#endif
  buffer[0] = 1;
#ifndef CONTROL
  later();
#endif
  return x / buffer[0];
}
