#include <assert.h>
#include <gsl/gsl_deriv.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static double constant(double x, void *parameters) {
    (void)x;
    return *(double *)parameters;
}

int main(void) {
    double c = __VERIFIER_nondet_float(), result, error;
    __VERIFIER_assume(c >= -9.0 && c <= 9.0);
    gsl_function f = {constant, &c};
    gsl_deriv_central(&f, 1.0, 0.5, &result, &error);
    assert(result == 0.0);
    assert(error >= 0.0);
    return 0;
}
