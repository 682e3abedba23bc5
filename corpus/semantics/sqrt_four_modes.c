#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

static float root(float x, int mode) {
    fesetround(mode);
    float y = sqrtf(x);
    fesetround(FE_TONEAREST);
    return y;
}

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 1.0f && x <= 4.0f);
    float down = root(x, FE_DOWNWARD), up = root(x, FE_UPWARD);
    float zero = root(x, FE_TOWARDZERO), nearest = root(x, FE_TONEAREST);
    assert(down == zero);
    assert(down <= nearest && nearest <= up);
    assert(nearest == down || nearest == up);
    assert(up == down || up == nextafterf(down, 4.0f));
    return 0;
}
