#include <assert.h>
#include <string.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

#define N 3

static void by_rows(double c[N][N], double a[N][N], double b[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0.0;
            for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static void by_outer_products(double c[N][N], double a[N][N], double b[N][N]) {
    memset(c, 0, sizeof(double) * N * N);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) c[i][j] = b[k][j] * a[i][k] + c[i][j];
}

int main(void) {
    double a[N][N], b[N][N], c[N][N], d[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = __VERIFIER_nondet_double();
            b[i][j] = __VERIFIER_nondet_double();
            __VERIFIER_assume(a[i][j] >= -1e3 && a[i][j] <= 1e3);
            __VERIFIER_assume(b[i][j] >= -1e3 && b[i][j] <= 1e3);
        }
    by_rows(c, a, b);
    by_outer_products(d, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) assert(c[i][j] == d[i][j]);
    return 0;
}
