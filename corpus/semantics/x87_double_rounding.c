// The sum is rounded twice, first to 64 bits and then to 53: a tie appears that was none.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    __VERIFIER_assume(a >= 1.0 && a < 2.0);
    __VERIFIER_assume(b > 0.0 && b < 0x1p-40);
    double direct = a + b;
    double through = (double)((long double)a + (long double)b);
    assert(through >= a);
    assert(through == direct);
    return 0;
}
