#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

struct estimate {
    float mean, variance;
};

static float update(struct estimate *e, float measured, float noise) {
    float gain = e->variance / (e->variance + noise);
    e->mean += gain * (measured - e->mean);
    e->variance = (1.0f - gain) * e->variance;
    return gain;
}

int main(void) {
    struct estimate e = {1.0f, __VERIFIER_nondet_float()};
    __VERIFIER_assume(e.variance >= 0.5f && e.variance <= 2.0f);
    float before = e.variance;
    float gain = update(&e, 1.0f, 1.0f);
    assert(gain >= 0.0f && gain <= 1.0f);
    assert(e.variance >= 0.0f && e.variance <= before);
    assert(e.mean == 1.0f);
    return 0;
}
