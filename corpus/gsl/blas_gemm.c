#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <klee/klee.h>

int main(void) {
    static const float UNIT[4] = {1.0f, 0.0f, 0.0f, 1.0f};
    float a[4], c[4] = {0.0f};
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 4; i++) klee_assume(a[i] >= -9.0f && a[i] <= 9.0f);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1.0f, a, 2, UNIT, 2, 0.0f, c, 2);
    for (int i = 0; i < 4; i++) assert(c[i] == a[i]);
    return 0;
}
