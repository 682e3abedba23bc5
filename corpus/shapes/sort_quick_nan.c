#include <assert.h>

extern double __VERIFIER_nondet_double(void);

#define N 5

static void quick_sort(double *a, int low, int high) {
    if (low >= high) return;
    double pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            double t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quick_sort(a, low, j);
    quick_sort(a, i, high);
}

int main(void) {
    double a[N];
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_double();
    quick_sort(a, 0, N - 1);
    for (int i = 1; i < N; i++) assert(!(a[i - 1] > a[i]));
    return 0;
}
