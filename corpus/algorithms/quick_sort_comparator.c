#include <assert.h>
#include <klee/klee.h>

typedef int (*comparator)(double, double);

static int ascending(double a, double b) { return a < b ? -1 : a > b; }
static int descending(double a, double b) { return ascending(b, a); }

static void quick_sort(double *a, int low, int high, comparator compare) {
    if (low >= high) return;
    double pivot = a[high];
    int split = low;
    for (int i = low; i < high; i++) {
        if (compare(a[i], pivot) < 0) {
            double kept = a[i];
            a[i] = a[split];
            a[split++] = kept;
        }
    }
    a[high] = a[split];
    a[split] = pivot;
    quick_sort(a, low, split - 1, compare);
    quick_sort(a, split + 1, high, compare);
}

int main(void) {
    static const comparator ORDERS[] = {ascending, descending};
    unsigned char down;
    double a[3];
    klee_make_symbolic(&down, sizeof down, "down");
    klee_make_symbolic(a, sizeof a, "a");
    klee_assume(down <= 1);
    for (int i = 0; i < 3; i++) klee_assume(a[i] == a[i]);
    if (down) {
        quick_sort(a, 0, 2, ORDERS[1]);
        assert(a[0] >= a[1] && a[1] >= a[2]);
    } else {
        quick_sort(a, 0, 2, ORDERS[0]);
        assert(a[0] <= a[1] && a[1] <= a[2]);
    }
    return 0;
}
