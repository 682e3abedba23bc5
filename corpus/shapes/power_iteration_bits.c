#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    /* The companion matrix of x^2 - s x - 1, with its largest eigenvalue by power iteration. */
    double s = __VERIFIER_nondet_double();
    __VERIFIER_assume(s >= 1.0 && s <= 0x1.0000000000008p+0);
    double x = 1.0, y = 1.0, value = 0.0, last;
    int steps = 0;
    do {
        double u = s * x + y, v = x, norm = sqrt(u * u + v * v);
        last = value;
        value = u / x;
        x = u / norm;
        y = v / norm;
        steps++;
    } while (fabs(value - last) > 1e-14 && steps < 200);
    assert(steps < 30);
    assert(fabs(value * value - s * value - 1.0) < 1e-12);
    return 0;
}
