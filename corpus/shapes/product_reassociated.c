#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

#define N 2

int main(void) {
    double a[N][N], b[N][N], x[N], bx[N], left[N], right[N];
    for (int i = 0; i < N; i++) {
        x[i] = __VERIFIER_nondet_double();
        __VERIFIER_assume(x[i] >= 1.0 && x[i] <= 2.0);
        for (int k = 0; k < N; k++) {
            a[i][k] = __VERIFIER_nondet_double();
            b[i][k] = __VERIFIER_nondet_double();
            __VERIFIER_assume(a[i][k] >= 1.0 && a[i][k] <= 2.0);
            __VERIFIER_assume(b[i][k] >= 1.0 && b[i][k] <= 2.0);
        }
    }
    for (int i = 0; i < N; i++) bx[i] = b[i][0] * x[0] + b[i][1] * x[1];
    for (int i = 0; i < N; i++) {
        left[i] = a[i][0] * bx[0] + a[i][1] * bx[1];
        right[i] = 0.0;
        for (int k = 0; k < N; k++) right[i] += (a[i][0] * b[0][k] + a[i][1] * b[1][k]) * x[k];
    }
    assert(left[0] == right[0]);
    return 0;
}
