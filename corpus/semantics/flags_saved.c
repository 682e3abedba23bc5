#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>

#pragma STDC FENV_ACCESS ON

static float quiet_reciprocal(float x) {
    fenv_t kept;
    feholdexcept(&kept);
    volatile float y = 1.0f / x;
    fesetenv(&kept);
    return y;
}

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == x);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW);
    float y = quiet_reciprocal(x);
    assert(fetestexcept(FE_OVERFLOW) == FE_OVERFLOW);
    assert(!fetestexcept(FE_DIVBYZERO));
    feclearexcept(FE_OVERFLOW);
    volatile float z = 1.0f / x;
    assert(z == y);
    assert((fetestexcept(FE_DIVBYZERO) != 0) == (x == 0.0f));
    return 0;
}
