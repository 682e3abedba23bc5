#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(isfinite(x));
    feclearexcept(FE_ALL_EXCEPT);
    double quiet = nearbyint(x);
    assert(!fetestexcept(FE_INEXACT));
    double loud = rint(x);
    assert((fetestexcept(FE_INEXACT) != 0) == (loud != x));
    assert(quiet == loud);
    return 0;
}
