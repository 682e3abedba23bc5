#include <assert.h>
#include <gsl/gsl_cblas.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x[2], y[2], sum[2];
    for (int i = 0; i < 2; i++) {
        x[i] = __VERIFIER_nondet_float();
        y[i] = __VERIFIER_nondet_float();
        __VERIFIER_assume(x[i] >= -3.0f && x[i] <= 3.0f && y[i] >= -3.0f && y[i] <= 3.0f);
        sum[i] = y[i];
    }
    cblas_saxpy(2, 1.0f, x, 1, sum, 1);
    for (int i = 0; i < 2; i++) assert(sum[i] == y[i] + x[i]);
    cblas_saxpy(2, 0.0f, x, 1, y, 1);
    for (int i = 0; i < 2; i++) assert(sum[i] - y[i] <= 6.0f);
    return 0;
}
