#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n >= 1 && n <= 12);
    float h = 1.0f / (float)n;
    int points = 0;
    for (float x = 0.0f; x <= 1.0f; x += h) points++;
    assert(points <= n + 1);
    assert(points == n + 1);
    return 0;
}
