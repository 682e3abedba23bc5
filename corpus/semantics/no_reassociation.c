#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

__attribute__((noinline)) static float through_large(float x) { return (x + 1e8f) - 1e8f; }

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 0.5f && x < 1.0f);
    float y = through_large(x);
    assert(y == 0.0f);
    assert(y == x);
    return 0;
}
