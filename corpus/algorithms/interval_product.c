#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

struct interval {
    float low, high;
};

static struct interval scaled(struct interval a, float factor) {
    struct interval c;
    int flip = factor < 0.0f;
    fesetround(FE_DOWNWARD);
    c.low = (flip ? a.high : a.low) * factor;
    fesetround(FE_UPWARD);
    c.high = (flip ? a.low : a.high) * factor;
    fesetround(FE_TONEAREST);
    return c;
}

int main(void) {
    short n, m;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&m, sizeof m, "m");
    klee_assume(n >= -30 && n <= 30 && m >= -30 && m <= 30);
    float factor = (float)m;
    struct interval a = {(float)n - 0.1f, (float)n + 0.1f};
    struct interval c = scaled(a, factor);
    assert(c.low <= c.high);
    float inside = (float)n * factor;
    assert(c.low <= inside && inside <= c.high);
    return 0;
}
