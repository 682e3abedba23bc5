// Truncation by masking the double's low bits is not rounding: the error reaches a whole ulp.
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

static double masked(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    bits &= ~((UINT64_C(1) << 29) - 1);
    memcpy(&x, &bits, 8);
    return x;
}

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1.0 && x < 2.0);
    float rounded = (float)x;
    assert(rounded - x <= 0x1p-24 && x - rounded <= 0x1p-24);
    double cut = masked(x);
    assert((double)(float)cut == cut);
    assert(x - cut <= 0x1p-24);
    return 0;
}
