#include <assert.h>
#include <gsl/gsl_poly.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double a, low, high;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_assume(a > 0.0 && a <= 1.0);
    int roots = gsl_poly_solve_quadratic(a, 3.0, 1.0, &low, &high);
    assert(roots == 2);
    assert(isfinite(high));
    assert(isfinite(low));
    return 0;
}
