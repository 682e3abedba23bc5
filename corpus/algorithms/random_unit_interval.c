#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bits = __VERIFIER_nondet_uint();
    float safe = (float)(bits >> 8) * 0x1p-24f;
    assert(safe >= 0.0f && safe < 1.0f);
    float unit = (float)bits * 0x1p-32f;
    assert(unit >= 0.0f);
    assert(unit < 1.0f);
    return 0;
}
