#include <assert.h>
#include <float.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 0.0f && x < 1e30f);
    float gap = nextafterf(x, 1e38f) - x;
    assert(gap > 0.0f);
    if (x >= 1.0f) assert(gap <= x * FLT_EPSILON);
    assert(gap <= x * FLT_EPSILON);
    return 0;
}
