#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

static double f(double x, double a) { return x * x * x - a; }

int main(void) {
    double a = __VERIFIER_nondet_double();
    __VERIFIER_assume(a >= 0.0 && a <= 1000.0);
    double low = 0.0, high = 16.0;
    int steps = 0;
    while (high - low > 1e-9) {
        double middle = low + (high - low) / 2.0;
        if (f(middle, a) < 0.0)
            low = middle;
        else
            high = middle;
        steps++;
        assert(steps < 34);
    }
    return 0;
}
