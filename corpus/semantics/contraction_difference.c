#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float difference(float x, float y) { return x * y - x * y; }

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1.0f && x < 2.0f && y >= 1.0f && y < 2.0f);
    float d = difference(x, y);
    assert(fabsf(d) < 1e-6f);
    assert(d == 0.0f);
    return 0;
}
