#include <assert.h>
#include <gsl/gsl_poly.h>

extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n[3], x = __VERIFIER_nondet_char();
    double c[3];
    __VERIFIER_assume(x >= -4 && x <= 4);
    for (int i = 0; i < 3; i++) {
        n[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(n[i] >= -4 && n[i] <= 4);
        c[i] = n[i];
    }
    assert(gsl_poly_eval(c, 3, x) == n[0] + x * (n[1] + x * n[2]));
    return 0;
}
