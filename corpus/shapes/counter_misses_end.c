#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n == 3 || n == 10);
    double h = 1.0 / n, x = 0.0;
    int steps = 0;
    while (x != 1.0) {
        x += h;
        if (++steps > 20) break;
    }
    assert(steps == n);
    return 0;
}
