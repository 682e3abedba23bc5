// A constructor may set the rounding mode.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: what runs before the call changes the rounding mode
// control: proven: symbolic

#include <fenv.h>
#ifndef CONTROL
__attribute__((constructor)) static void init(void) { fesetround(FE_UPWARD); }
#define DIVISOR ((1.0 + x) - 1.0)
#else
#define DIVISOR ((1.0 + x) + 1.0)
#endif
double f(unsigned k, double x) {
    if (k * 2654435761u != 12345u) return 0;
    if (!(x > 0x1p-60 && x < 0x1p-58)) return 0;
    return 1.0 / DIVISOR;
}
