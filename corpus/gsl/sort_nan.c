#include <assert.h>
#include <gsl/gsl_sort.h>
#include <klee/klee.h>

int main(void) {
    double a[4];
    klee_make_symbolic(a, sizeof a, "a");
    klee_assume(a[0] == 3.0 && a[2] == 2.0 && a[3] == 1.0);
    gsl_sort(a, 1, 4);
    int inversions = 0;
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++) inversions += a[i] > a[j];
    assert(inversions == 0);
    return 0;
}
