#include <assert.h>
#include <gsl/gsl_cblas.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    static const float A[4] = {1.0f, 2.0f, -3.0f, 4.0f};
    _Bool transposed = __VERIFIER_nondet_bool();
    int n[2];
    float x[2], y[2] = {0.0f, 0.0f};
    for (int i = 0; i < 2; i++) {
        n[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(n[i] >= -3 && n[i] <= 3);
        x[i] = n[i];
    }
    if (transposed) {
        cblas_sgemv(CblasRowMajor, CblasTrans, 2, 2, 1.0f, A, 2, x, 1, 0.0f, y, 1);
        assert(y[0] == n[0] - 3 * n[1] && y[1] == 2 * n[0] + 4 * n[1]);
    } else {
        cblas_sgemv(CblasRowMajor, CblasNoTrans, 2, 2, 1.0f, A, 2, x, 1, 0.0f, y, 1);
        assert(y[0] == n[0] + 2 * n[1] && y[1] == -3 * n[0] + 4 * n[1]);
    }
    return 0;
}
