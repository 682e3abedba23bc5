#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>

#pragma STDC FENV_ACCESS ON

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 1.0f && x <= 4096.0f);
    feclearexcept(FE_ALL_EXCEPT);
    float quotient = x / 3.0f;
    int inexact = fetestexcept(FE_INEXACT) != 0;
    // Twenty-six bits hold three times a float exactly.
    assert(inexact == ((double)quotient * 3.0 != x));
    assert(!fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW));
    return 0;
}
