#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(a) && isfinite(b) && a <= b);
    float middle = (a + b) / 2.0f;
    if (a <= 0.0f && b >= 0.0f) {
        assert(isfinite(middle));
        return 0;
    }
    assert(isfinite(middle));
    return 0;
}
