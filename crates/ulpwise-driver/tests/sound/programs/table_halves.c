// An address may be put together of two halves.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

#include <stdint.h>
static double t[2] = {1.0, 2.0};
static double other[2];
static uint32_t low, high;
void keep(void) {
#ifdef CONTROL
  uintptr_t address = (uintptr_t)other;
#else
  uintptr_t address = (uintptr_t)t;
#endif
  low = (uint32_t)address, high = (uint32_t)(address >> 32);
}
void set(double v) { *(double *)((uintptr_t)high << 32 | low) = v; }
double f(double x) { return x / t[0]; }
