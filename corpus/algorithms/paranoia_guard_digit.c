#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1.0f && x <= 2.0f);
    __VERIFIER_assume(y >= x / 2.0f && y <= 2.0f * x);
    float difference = x - y;
    assert((double)difference == (double)x - (double)y);
    assert(y + difference == x);
    return 0;
}
