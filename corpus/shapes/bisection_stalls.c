#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double a = __VERIFIER_nondet_double();
    __VERIFIER_assume(a >= 1.0 && a <= 1e6);
    double low = 0.0, high = a;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        double value = middle * middle - a;
        if (fabs(value) < 1e-9) return 0;
        if (value < 0.0)
            low = middle;
        else
            high = middle;
    }
    assert(0 && "no convergence");
    return 0;
}
