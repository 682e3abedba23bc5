#include <assert.h>

extern float __VERIFIER_nondet_float(void);

enum { COUNT = 4 };

__attribute__((noinline)) static int above(const float *values, float limit) {
    int count = 0;
    for (int i = 0; i < COUNT; i++) count += values[i] > limit;
    return count;
}

__attribute__((noinline)) static int not_above(const float *values, float limit) {
    int count = 0;
    for (int i = 0; i < COUNT; i++) count += values[i] <= limit;
    return count;
}

int main(void) {
    float values[COUNT];
    for (int i = 0; i < COUNT; i++) values[i] = __VERIFIER_nondet_float();
    int high = above(values, 0.5f), low = not_above(values, 0.5f);
    assert(high + low <= COUNT);
    assert(high + low == COUNT);
    return 0;
}
