#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

enum { N = 3 };

static void swap_rows(float a[N][N + 1], int i, int j) {
    for (int k = 0; k <= N; k++) {
        float kept = a[i][k];
        a[i][k] = a[j][k];
        a[j][k] = kept;
    }
}

static void solve(float a[N][N + 1], float x[N]) {
    for (int p = 0; p < N; p++) {
        for (int i = p + 1; i < N; i++)
            if (a[i][p] * a[i][p] > a[p][p] * a[p][p]) swap_rows(a, i, p);
        for (int i = p + 1; i < N; i++) {
            float factor = a[i][p] / a[p][p];
            for (int k = p; k <= N; k++) a[i][k] -= factor * a[p][k];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        x[i] = a[i][N];
        for (int k = i + 1; k < N; k++) x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
}

int main(void) {
    // The solution is chosen, and the right side follows from it.
    int want[N];
    static const int M[N][N] = {{1, 2, 0}, {4, 0, 2}, {2, 4, 4}};
    float a[N][N + 1], x[N];
    for (int i = 0; i < N; i++) {
        want[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(want[i] >= -7 && want[i] <= 7);
    }
    for (int i = 0; i < N; i++) {
        int side = 0;
        for (int j = 0; j < N; j++) {
            a[i][j] = M[i][j];
            side += M[i][j] * want[j];
        }
        a[i][N] = side;
    }
    solve(a, x);
    for (int i = 0; i < N; i++) assert(x[i] == (float)want[i]);
    return 0;
}
