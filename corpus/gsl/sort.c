#include <assert.h>
#include <gsl/gsl_sort.h>
#include <klee/klee.h>

int main(void) {
    double a[3];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++) klee_assume(a[i] == a[i]);
    double first = a[0];
    gsl_sort(a, 1, 3);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(first == a[0] || first == a[1] || first == a[2]);
    return 0;
}
