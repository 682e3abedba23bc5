#include <assert.h>
#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x == x);
    float result, expected;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        fesetround(FE_DOWNWARD);
        expected = floorf(x);
        break;
    case 2:
        fesetround(FE_UPWARD);
        expected = ceilf(x);
        break;
    case 3:
        fesetround(FE_TOWARDZERO);
        expected = truncf(x);
        break;
    default: return 0;
    }
    result = rintf(x);
    assert(result == expected);
    assert(signbit(result) == signbit(x));
    return 0;
}
