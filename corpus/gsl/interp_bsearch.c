#include <assert.h>
#include <gsl/gsl_interp.h>
#include <klee/klee.h>

int main(void) {
    static const double X[5] = {0.0, 1.0, 2.0, 4.0, 8.0};
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0 && x <= 8.0);
    size_t at = gsl_interp_bsearch(X, x, 0, 4);
    assert(at <= 3);
    assert(X[at] <= x && (x < X[at + 1] || at == 3));
    return 0;
}
