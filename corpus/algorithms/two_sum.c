// One operation a statement: within an expression, clang would keep more digits than a half has.
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
    if (!(a >= (_Float16)1 && a < (_Float16)2 && b > (_Float16)0.0625 && b < (_Float16)2)) return 0;
    _Float16 s = a + b;
    _Float16 b_part = s - a;
    _Float16 a_part = s - b_part;
    _Float16 b_error = b - b_part;
    _Float16 a_error = a - a_part;
    _Float16 e = a_error + b_error;
    assert((float)s + (float)e == (float)a + (float)b);
    return 0;
}
