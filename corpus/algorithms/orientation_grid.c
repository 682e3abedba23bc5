#include <assert.h>
#include <klee/klee.h>

struct point {
    float x, y;
};

static int sign(float x) { return (x > 0.0f) - (x < 0.0f); }

static int orientation(struct point a, struct point b, struct point c) {
    return sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

int main(void) {
    signed char n[4];
    klee_make_symbolic(n, sizeof n, "n");
    for (int i = 0; i < 4; i++) klee_assume(n[i] >= -15 && n[i] <= 15);
    struct point a = {0.0f, 0.0f}, b = {n[0], n[1]}, c = {n[2], n[3]};
    int exact = n[0] * n[3] - n[1] * n[2];
    assert(orientation(a, b, c) == (exact > 0) - (exact < 0));
    assert(orientation(b, c, a) == orientation(a, b, c));
    return 0;
}
