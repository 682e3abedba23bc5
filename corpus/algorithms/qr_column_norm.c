#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

struct column {
    float x, y;
};

static float norm(struct column v) { return sqrtf(v.x * v.x + v.y * v.y); }

int main(void) {
    struct column v;
    v.x = __VERIFIER_nondet_float();
    v.y = __VERIFIER_nondet_float();
    __VERIFIER_assume(fabsf(v.x) <= 1e30f && fabsf(v.y) <= 1e30f);
    float r = norm(v);
    assert(!isnan(r));
    assert(isfinite(r));
    return 0;
}
