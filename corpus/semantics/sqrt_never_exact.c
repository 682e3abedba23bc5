#include <assert.h>
#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 2.0f && x < 3.0f);
    fesetround(FE_DOWNWARD);
    float down = sqrtf(x);
    fesetround(FE_UPWARD);
    float up = sqrtf(x);
    fesetround(FE_TONEAREST);
    assert(down > 1.0f && up < 2.0f);
    assert(down < up);
    return 0;
}
