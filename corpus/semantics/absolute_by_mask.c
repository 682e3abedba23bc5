#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    uint32_t bits = __VERIFIER_nondet_uint(), of_fabs, of_negated;
    float x, magnitude, negated;
    memcpy(&x, &bits, 4);
    magnitude = fabsf(x);
    negated = -x;
    memcpy(&of_fabs, &magnitude, 4);
    memcpy(&of_negated, &negated, 4);
    assert(of_fabs == (bits & 0x7fffffffu));
    assert(of_negated == (bits ^ 0x80000000u));
    return 0;
}
