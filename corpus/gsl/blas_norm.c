#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x[2];
    klee_make_symbolic(x, sizeof x, "x");
    klee_assume(x[0] >= 1e25f && x[0] <= 1e30f && x[1] >= 1e25f && x[1] <= 1e30f);
    float norm = cblas_snrm2(2, x, 1);
    assert(isfinite(norm));
    assert(norm >= x[0] && norm >= x[1]);
    return 0;
}
