#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 1.0f && a < 2.0f && b >= 0.0625f && b < 1.0f);
    float s = a + b;
    float part = s - a;
    float e = (a - (s - part)) + (b - part);
    assert((double)s + (double)e == (double)a + (double)b);
    return 0;
}
