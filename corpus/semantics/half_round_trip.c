#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    uint16_t bits = __VERIFIER_nondet_ushort(), back;
    _Float16 half, again;
    memcpy(&half, &bits, 2);
    float single = (float)half;
    double twice = (double)half;
    assert((half == half) == (single == single));
    if (single != single) return 0;
    assert(single == twice);
    again = (_Float16)twice;
    memcpy(&back, &again, 2);
    assert(back == bits);
    return 0;
}
