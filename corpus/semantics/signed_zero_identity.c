// A caller skips work when x + 0 has the bits of x. That is wrong for one number of four billion.
#include <assert.h>
#include <string.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static int same_bits(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x == x);
    float y = x + 0.0f;
    assert(y == x);
    assert(same_bits(x, y));
    return 0;
}
