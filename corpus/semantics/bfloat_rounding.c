// Compared with the two neighbours among the numbers of type __bf16.
#include <assert.h>
#include <stdint.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static float float_of_bfloat(uint16_t bits) {
    __bf16 number;
    memcpy(&number, &bits, 2);
    return (float)number;
}

int main(void) {
    uint32_t bits = __VERIFIER_nondet_uint();
    __VERIFIER_assume(bits < 0x7f000000u);
    float x;
    memcpy(&x, &bits, 4);
    uint16_t rounded = (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
    float down = float_of_bfloat((uint16_t)(bits >> 16)), up = float_of_bfloat((uint16_t)((bits >> 16) + 1));
    float nearest = float_of_bfloat(rounded);
    assert(down <= x && x < up);
    assert(nearest == down || nearest == up);
    double below = (double)x - down, above = (double)up - x;
    if (below < above) assert(nearest == down);
    if (below > above) assert(nearest == up);
    if (below == above) assert((rounded & 1) == 0);
    return 0;
}
