#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <klee/klee.h>

int main(void) {
    signed char n[3];
    klee_make_symbolic(n, sizeof n, "n");
    float x[5] = {0.0f}, y[3] = {2.0f, 3.0f, -1.0f};
    int exact = 0;
    for (int i = 0; i < 3; i++) {
        klee_assume(n[i] >= -7 && n[i] <= 7);
        x[2 * i] = n[i];
        exact += n[i] * (int)y[i];
    }
    assert(cblas_sdot(3, x, 2, y, 1) == (float)exact);
    return 0;
}
