#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

struct number {
    float re, im;
};

static struct number quotient(struct number x, struct number y) {
    float scale = y.re * y.re + y.im * y.im;
    struct number q = {(x.re * y.re + x.im * y.im) / scale, (x.im * y.re - x.re * y.im) / scale};
    return q;
}

int main(void) {
    struct number x = {1.0f, 0.0f}, y;
    y.re = __VERIFIER_nondet_float();
    y.im = __VERIFIER_nondet_float();
    __VERIFIER_assume(y.re >= 1e-30f && y.re <= 1.0f && y.im >= 1e-30f && y.im <= 1.0f);
    struct number q = quotient(x, y);
    assert(q.re >= 0.0f);
    assert(isfinite(q.re));
    return 0;
}
