#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
    // Halved, the subnormal doubles and some more are still normal long doubles.
    long double x = (long double)__VERIFIER_nondet_double() * 0x1p-15500L;
    int class = fpclassify(x);
    if ((class == FP_ZERO) != (x == 0.0L)) reach_error();
    if ((class == FP_SUBNORMAL) != (x != 0.0L && fabsl(x) < 0x1p-16382L)) reach_error();
    if ((class == FP_INFINITE) != (isinf(x) != 0)) reach_error();
    if ((class == FP_NAN) != (x != x)) reach_error();
    if ((class == FP_NORMAL) != (isnormal(x) != 0)) reach_error();
    return 0;
}
