/* For `ulpwise test examples/quadratic.c`: b*b - 4*a*c is zero where c is b*b / (4*a). If only nothing were rounded. */
#include <assert.h>
#include <ulpwise.h>

static float discriminant(float a, float b, float c) {
    return b * b - 4 * a * c;
}

int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    klee_assume(a >= 0.5f && a <= 2.0f);
    klee_assume(b >= 1.0f && b <= 4.0f);
    float d = discriminant(a, b, b * b / (4 * a));
    if (a == 1.0f)
        assert(d == 0); /* 4 is a power of two: nothing is rounded but b*b, twice in the same way */
    assert(d >= 0);
    return 0;
}
