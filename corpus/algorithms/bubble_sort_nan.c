#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static void swap(float *a, float *b) {
    float kept = *a;
    *a = *b;
    *b = kept;
}

static void bubble_sort(float *a, int n) {
    for (int end = n - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (a[i] > a[i + 1]) swap(&a[i], &a[i + 1]);
}

int main(void) {
    float a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_float();
    bubble_sort(a, 3);
    assert(!(a[0] > a[1]));
    assert(!(a[0] > a[2]));
    return 0;
}
