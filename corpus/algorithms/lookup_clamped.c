#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static const double TABLE[8] = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0};

static int index_of(float x) {
    if (!(x > 0.0f)) return 0;
    if (x >= 7.0f) return 7;
    return (int)x;
}

int main(void) {
    float x = __VERIFIER_nondet_float();
    int at = index_of(x);
    double value = TABLE[at];
    assert(value >= 1.0 && value <= 128.0);
    if (x >= 3.0f) assert(value >= 8.0);
    if (at > 0) assert(TABLE[at - 1] * 2.0 == value);
    return 0;
}
