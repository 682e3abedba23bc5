#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float between(float a, float b, float t) { return a + t * (b - a); }

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), t = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 0.0f && a <= 1.0f && b >= 0.0f && b <= 1.0f);
    if (t == 0.0f) {
        assert(between(a, b, t) == a);
        return 0;
    }
    if (t == 1.0f) assert(between(a, b, t) == b);
    return 0;
}
