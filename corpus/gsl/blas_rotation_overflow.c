#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c, s;
    __VERIFIER_assume(a >= 1.0f && a <= 2e38f && b >= 1.0f && b <= 2e38f);
    cblas_srotg(&a, &b, &c, &s);
    assert(!isnan(c));
    return 0;
}
