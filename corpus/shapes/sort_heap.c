#include <assert.h>

extern double __VERIFIER_nondet_double(void);

#define N 5

static void sift(double *a, int root, int n) {
    for (;;) {
        int child = 2 * root + 1;
        if (child >= n) return;
        if (child + 1 < n && a[child] < a[child + 1]) child++;
        if (!(a[root] < a[child])) return;
        double t = a[root];
        a[root] = a[child];
        a[child] = t;
        root = child;
    }
}

int main(void) {
    double a[N];
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_double();
        if (a[i] != a[i]) return 0;
    }
    for (int root = N / 2 - 1; root >= 0; root--) sift(a, root, N);
    for (int n = N - 1; n > 0; n--) {
        double t = a[0];
        a[0] = a[n];
        a[n] = t;
        sift(a, 0, n);
    }
    for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
    return 0;
}
