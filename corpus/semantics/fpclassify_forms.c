#include <math.h>
#include <stdint.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

static int class_by_bits(uint64_t bits) {
    unsigned exponent = bits >> 52 & 0x7ff;
    uint64_t fraction = bits & 0xfffffffffffffu;
    switch (exponent) {
    case 0: return fraction ? FP_SUBNORMAL : FP_ZERO;
    case 0x7ff: return fraction ? FP_NAN : FP_INFINITE;
    default: return FP_NORMAL;
    }
}

int main(void) {
    uint64_t bits = __VERIFIER_nondet_ulong();
    double x;
    memcpy(&x, &bits, 8);
    if (fpclassify(x) != class_by_bits(bits)) reach_error();
    return 0;
}
