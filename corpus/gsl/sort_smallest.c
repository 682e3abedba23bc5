#include <assert.h>
#include <gsl/gsl_sort.h>
#include <klee/klee.h>

int main(void) {
    double a[3], least[2];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++) klee_assume(a[i] == a[i]);
    gsl_sort_smallest(least, 2, a, 1, 3);
    assert(least[0] <= least[1]);
    int below = 0;
    for (int i = 0; i < 3; i++) {
        assert(least[0] <= a[i]);
        below += a[i] < least[1];
    }
    assert(below <= 1);
    return 0;
}
