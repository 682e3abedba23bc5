#include <assert.h>
#include <gsl/gsl_poly.h>
#include <klee/klee.h>

int main(void) {
    signed char b, c;
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_assume(b >= -10 && b <= 10 && c >= -10 && c <= 10);
    double low, high;
    int roots = gsl_poly_solve_quadratic(1.0, b, c, &low, &high);
    assert(roots == (b * b >= 4 * c ? 2 : 0));
    if (roots == 2) {
        assert(low <= high);
        if (c < 0) assert(low < 0.0 && high > 0.0);
    }
    return 0;
}
