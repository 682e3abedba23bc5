#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -1000.0f && x <= 1000.0f);
    float r = fmodf(x, 7.0f);
    assert(fabsf(r) < 7.0f);
    assert(signbit(r) == signbit(x));
    float y = __VERIFIER_nondet_float();
    if (y == 0.0f || isnan(y)) assert(isnan(fmodf(x, y)));
    if (isinf(y)) assert(fmodf(x, y) == x);
    return 0;
}
