#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x[3];
    klee_make_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 3; i++) klee_assume(x[i] == x[i]);
    size_t at = cblas_isamax(3, x, 1);
    assert(at < 3);
    for (size_t i = 0; i < 3; i++) {
        assert(fabsf(x[i]) <= fabsf(x[at]));
        if (i < at) assert(fabsf(x[i]) < fabsf(x[at]));
    }
    return 0;
}
