#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    assert((isfinite(x) != 0) == (x - x == 0.0));
    assert((isinf(x) != 0) == (x == INFINITY || x == -INFINITY));
    assert((isnormal(x) != 0) == (fabs(x) >= 0x1p-1022 && fabs(x) < INFINITY));
    return 0;
}
