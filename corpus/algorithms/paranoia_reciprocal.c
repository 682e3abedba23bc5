#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n >= 1 && n <= 60);
    float x = (float)n;
    float one = (1.0f / x) * x;
    assert(one >= 1.0f - 0x1p-24f && one <= 1.0f);
    assert(one == 1.0f);
    return 0;
}
