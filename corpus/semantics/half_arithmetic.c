#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static _Float16 half_of(uint16_t bits) {
    _Float16 half;
    memcpy(&half, &bits, 2);
    return half;
}

int main(void) {
    _Float16 a = half_of(__VERIFIER_nondet_ushort()), b = half_of(__VERIFIER_nondet_ushort());
    if (!(a >= (_Float16)1 && a < (_Float16)1024 && b >= (_Float16)1 && b < (_Float16)1024)) return 0;
    _Float16 sum = a + b;
    float exact = (float)a + (float)b;
    assert(sum == (_Float16)exact);
    float error = (float)sum - exact;
    assert(error <= 0.5f && error >= -0.5f);
    return 0;
}
