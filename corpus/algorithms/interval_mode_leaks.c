#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

static float upper_root(float x) {
    fesetround(FE_UPWARD);
    if (x == 0.0f) return 0.0f;
    float y = sqrtf(x);
    fesetround(FE_TONEAREST);
    return y;
}

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 1e6f);
    float y = upper_root(x);
    assert(y >= 0.0f);
    assert(fegetround() == FE_TONEAREST);
    return 0;
}
