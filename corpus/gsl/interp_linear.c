#include <assert.h>
#include <gsl/gsl_interp.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    static const double X[4] = {0.0, 1.0, 2.0, 4.0}, Y[4] = {0.0, 2.0, 1.0, 1.0};
    double x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0 && x <= 4.0);
    gsl_interp *interp = gsl_interp_alloc(gsl_interp_linear, 4);
    if (!interp) return 0;
    gsl_interp_init(interp, X, Y, 4);
    double y = gsl_interp_eval(interp, X, Y, x, 0);
    gsl_interp_free(interp);
    assert(y >= 0.0 && y <= 2.0);
    if (x >= 2.0) assert(y == 1.0);
    return 0;
}
