#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static double newton(double a, int *steps) {
    double x = a > 1.0 ? a : 1.0;
    for (*steps = 0; *steps < 200; ++*steps) {
        double next = 0.5 * (x + a / x);
        if (next >= x) break;
        x = next;
    }
    return x;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int steps;
    double root;
    switch (n) {
    case 0: root = newton(4.0, &steps); break;
    case 1: root = newton(9.0, &steps); break;
    case 2: root = newton(1e10, &steps); break;
    case 3: root = newton(0.25, &steps); break;
    default: return 0;
    }
    assert(steps < 60);
    assert(root == (n == 0 ? 2.0 : n == 1 ? 3.0 : n == 2 ? 1e5 : 0.5));
    return 0;
}
