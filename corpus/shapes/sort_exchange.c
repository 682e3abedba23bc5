#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

#define N 5

static void exchange_sort(double *a, int n) {
    for (int i = 0; i + 1 < n; i++)
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[i]) {
                double t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
}

int main(void) {
    double a[N];
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_double();
        __VERIFIER_assume(a[i] >= -1e6 && a[i] <= 1e6);
    }
    exchange_sort(a, N);
    for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
    return 0;
}
