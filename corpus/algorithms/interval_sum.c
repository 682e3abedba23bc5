#include <assert.h>
#include <fenv.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

struct interval {
    float low, high;
};

static struct interval sum(struct interval a, struct interval b) {
    struct interval c;
    fesetround(FE_DOWNWARD);
    c.low = a.low + b.low;
    fesetround(FE_UPWARD);
    c.high = a.high + b.high;
    fesetround(FE_TONEAREST);
    return c;
}

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.5f && x <= 100.0f && y >= 0.5f && y <= 100.0f);
    struct interval a = {x, x}, b = {y, y}, c = sum(a, b);
    double exact = (double)x + (double)y;
    assert(c.low <= exact && exact <= c.high);
    assert(fegetround() == FE_TONEAREST);
    return 0;
}
