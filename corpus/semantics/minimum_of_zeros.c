#include <assert.h>
#include <string.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float minimum(float a, float b) { return a < b ? a : b; }

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    __VERIFIER_assume(a == a && b == b);
    float one = minimum(a, b), other = minimum(b, a);
    assert(one == other);
    assert(memcmp(&one, &other, sizeof one) == 0);
    return 0;
}
