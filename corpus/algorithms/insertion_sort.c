#include <assert.h>
#include <klee/klee.h>

enum { COUNT = 4 };

static void insertion_sort(float *a, int n) {
    for (int i = 1; i < n; i++) {
        float moved = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > moved) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = moved;
    }
}

static int contains(const float *a, int n, float x) {
    for (int i = 0; i < n; i++)
        if (a[i] == x) return 1;
    return 0;
}

int main(void) {
    float a[COUNT];
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < COUNT; i++) klee_assume(a[i] == a[i]);
    int at = klee_range(0, COUNT, "at");
    float one = a[at];
    insertion_sort(a, COUNT);
    for (int i = 1; i < COUNT; i++) assert(a[i - 1] <= a[i]);
    assert(contains(a, COUNT, one));
    return 0;
}
