#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <klee/klee.h>

int main(void) {
    static const float A[4] = {2.0f, 0.0f, 1.0f, 4.0f};
    signed char n[2];
    klee_make_symbolic(n, sizeof n, "n");
    klee_assume(n[0] >= -7 && n[0] <= 7 && n[1] >= -7 && n[1] <= 7);
    float x[2] = {2.0f * n[0], 1.0f * n[0] + 4.0f * n[1]};
    cblas_strsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, 2, A, 2, x, 1);
    assert(x[0] == n[0] && x[1] == n[1]);
    return 0;
}
