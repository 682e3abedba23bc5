#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(x));
    int exponent;
    float fraction = frexpf(x, &exponent);
    if (x == 0.0f) {
        assert(fraction == 0.0f && exponent == 0);
    } else {
        assert(fabsf(fraction) >= 0.5f && fabsf(fraction) < 1.0f);
        assert(exponent >= -148 && exponent <= 128);
    }
    assert(ldexpf(fraction, exponent) == x);
    return 0;
}
