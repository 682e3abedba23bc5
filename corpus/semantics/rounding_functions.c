#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(x));
    float down = floorf(x), up = ceilf(x), cut = truncf(x), near = rintf(x), away = roundf(x);
    assert(down <= x && x <= up);
    assert(down == up || (up - down == 1.0f && down < x && x < up));
    assert(cut == (x < 0.0f ? up : down));
    assert(near == down || near == up);
    assert(away == down || away == up);
    assert(fabsf(x - near) <= 0.5f && fabsf(x - away) <= 0.5f);
    if (near != away) assert(fabsf(x - down) == 0.5f);
    return 0;
}
