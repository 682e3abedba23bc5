#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(x));
    float inf = INFINITY;
    assert(inf + x == inf && x - inf == -inf);
    assert(x / inf == 0.0f);
    assert(isnan(inf - inf) && isnan(inf / inf));
    if (x == 0.0f) {
        assert(isnan(x * inf) && isnan(x / x));
        assert(isinf(1.0f / x));
    } else {
        assert(isinf(x * inf) && signbit(x * inf) == signbit(x));
    }
    return 0;
}
