#include <assert.h>
#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

static double root(double x, int mode) {
    fesetround(mode);
    double r = sqrt(x);
    fesetround(FE_TONEAREST);
    return r;
}

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 0.0 && x <= 1e10);
    double nearest = root(x, FE_TONEAREST), down = root(x, FE_DOWNWARD);
    double up = root(x, FE_UPWARD), cut = root(x, FE_TOWARDZERO);
    assert(down <= nearest && nearest <= up);
    assert(cut == down);
    return 0;
}
