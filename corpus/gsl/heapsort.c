#include <assert.h>
#include <gsl/gsl_heapsort.h>
#include <klee/klee.h>

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

int main(void) {
    float a[3];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++) klee_assume(a[i] == a[i]);
    gsl_heapsort(a, 3, sizeof *a, compare);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
