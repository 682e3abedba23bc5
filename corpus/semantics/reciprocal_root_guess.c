#include <assert.h>
#include <stdint.h>
#include <string.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float guess(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    bits = 0x5f3759dfu - (bits >> 1);
    memcpy(&x, &bits, 4);
    return x;
}

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1.0f && x < 1.015625f);
    float y = guess(x);
    assert(y > 0.9f && y < 1.1f);
    float one = x * (y * y);
    assert(one > 0.9f && one < 1.1f);
    return 0;
}
