#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float elapsed = 0.0f;
    for (int tick = 0; tick < 600; tick++) elapsed += 0.1f;
    float start = __VERIFIER_nondet_float();
    __VERIFIER_assume(start >= 0.0f && start <= 10.0f);
    float now = start + elapsed;
    assert(fabsf(now - start - 60.0f) < 1e-3f);
    assert(fabsf(now - start - 60.0f) < 1e-4f);
    return 0;
}
