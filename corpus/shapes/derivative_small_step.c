#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1.0 && x <= 8.0);
    double h = 1e-15;
    double slope = (pow(x + h, 2.0) - pow(x, 2.0)) / h;
    assert(fabs(slope - 2.0 * x) < 1.0);
    return 0;
}
