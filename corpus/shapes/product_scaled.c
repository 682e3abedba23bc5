#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

#define N 3

/* y = alpha * A * x + beta * y, as BLAS has it. */
static void gemv(double alpha, double a[N][N], const double *x, double beta, double *y) {
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        for (int k = 0; k < N; k++) sum += a[i][k] * x[k];
        y[i] = alpha * sum + beta * y[i];
    }
}

int main(void) {
    double a[N][N], x[N], y[N];
    for (int i = 0; i < N; i++) {
        x[i] = __VERIFIER_nondet_double();
        __VERIFIER_assume(x[i] >= -1e3 && x[i] <= 1e3);
        y[i] = 0.0;
        for (int k = 0; k < N; k++) {
            a[i][k] = __VERIFIER_nondet_double();
            __VERIFIER_assume(a[i][k] >= -1e3 && a[i][k] <= 1e3);
        }
    }
    gemv(1.0, a, x, 0.0, y);
    for (int i = 0; i < N; i++) {
        double sum = a[i][0] * x[0];
        for (int k = 1; k < N; k++) sum += x[k] * a[i][k];
        assert(y[i] == sum);
    }
    return 0;
}
