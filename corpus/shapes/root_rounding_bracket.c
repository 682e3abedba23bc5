#include <assert.h>
#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    float x = __VERIFIER_nondet_float(), r[4];
    __VERIFIER_assume(x >= 1.0f && x <= 4.0f);
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        r[i] = sqrtf(x);
    }
    fesetround(FE_TONEAREST);
    assert((double)r[1] * r[1] <= x);
    assert((double)r[2] * r[2] >= x);
    assert(r[0] == r[1]);
    return 0;
}
