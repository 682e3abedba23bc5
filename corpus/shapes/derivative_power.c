#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

static double f(double x) { return pow(x, 3.0); }

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1.0 && x <= 2.0);
    double h = 1e-5;
    double slope = (f(x + h) - f(x - h)) / (2.0 * h);
    assert(slope > 0.0);
    assert(slope < 20.0);
    return 0;
}
