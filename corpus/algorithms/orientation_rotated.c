#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

struct point {
    float x, y;
};

static int orientation(struct point a, struct point b, struct point c) {
    float turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return turn > 0.0f ? 1 : turn < 0.0f ? -1 : 0;
}

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 32 && j < 32);
    struct point a = {0.5f + (float)i * 0x1p-24f, 0.5f + (float)j * 0x1p-24f};
    struct point b = {12.0f, 12.0f}, c = {24.0f, 24.0f};
    if (i == j) assert(orientation(a, b, c) == 0);
    assert(orientation(a, b, c) == orientation(b, c, a));
    return 0;
}
