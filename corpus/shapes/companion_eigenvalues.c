#include <assert.h>
#include <math.h>
#include <string.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

#define N 3

/* One step of the QR iteration by Givens rotations on an upper Hessenberg matrix. */
static void qr_step(double a[N][N]) {
    double c[N], s[N];
    for (int k = 0; k + 1 < N; k++) {
        double r = sqrt(a[k][k] * a[k][k] + a[k + 1][k] * a[k + 1][k]);
        c[k] = r == 0.0 ? 1.0 : a[k][k] / r;
        s[k] = r == 0.0 ? 0.0 : a[k + 1][k] / r;
        for (int j = 0; j < N; j++) {
            double u = a[k][j], v = a[k + 1][j];
            a[k][j] = c[k] * u + s[k] * v;
            a[k + 1][j] = c[k] * v - s[k] * u;
        }
    }
    for (int k = 0; k + 1 < N; k++)
        for (int i = 0; i < N; i++) {
            double u = a[i][k], v = a[i][k + 1];
            a[i][k] = c[k] * u + s[k] * v;
            a[i][k + 1] = c[k] * v - s[k] * u;
        }
}

int main(void) {
    /* x^3 - 6 x^2 + 11 x + p, whose roots are 1, 2, 3 for p = -6. */
    double p = __VERIFIER_nondet_double();
    __VERIFIER_assume(p >= -6.0 && p <= -0x1.7fffffffffff4p+2);
    double a[N][N] = {{6.0, -11.0, -p}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    for (int i = 0; i < 60; i++) {
        qr_step(a);
        if (fabs(a[1][0]) + fabs(a[2][1]) < 1e-12) break;
    }
    assert(fabs(a[0][0] - 3.0) < 1e-6);
    assert(fabs(a[1][1] - 2.0) < 1e-6);
    assert(fabs(a[2][2] - 1.0) < 1e-6);
    return 0;
}
