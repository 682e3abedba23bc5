#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 1.0f && a <= 2.0f && b >= 1.0f && b <= 2.0f);
    float mean = (a + b) / 2.0f;
    float variance = (a * a + b * b) / 2.0f - mean * mean;
    float deviation = sqrtf(variance);
    assert(mean >= 1.0f && mean <= 2.0f);
    assert(!isnan(deviation));
    return 0;
}
