#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);

static int count_of_roots(float a, float b, float c) {
    if (a == 0.0f) return b == 0.0f ? 0 : 1;
    float discriminant = b * b - 4.0f * a * c;
    return discriminant < 0.0f ? 0 : discriminant > 0.0f ? 2 : 1;
}

int main(void) {
    signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char(), c = __VERIFIER_nondet_char();
    int roots = count_of_roots(a, b, c);
    int exact = b * b - 4 * a * c;
    if (a == 0)
        assert(roots <= 1);
    else if (exact < 0)
        assert(roots == 0);
    else
        assert(roots == (exact == 0 ? 1 : 2));
    return 0;
}
