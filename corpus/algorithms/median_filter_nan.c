#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float low(float a, float b) { return a < b ? a : b; }
static float high(float a, float b) { return a < b ? b : a; }
static float median(float a, float b, float c) { return high(low(a, b), low(high(a, b), c)); }

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 0.0f && a <= 10.0f && c >= 0.0f && c <= 10.0f);
    float m = median(a, b, c);
    if (!isnan(b)) {
        assert(m >= 0.0f && m <= 10.0f);
        return 0;
    }
    assert(m == a || m == c);
    return 0;
}
