#include <assert.h>
#include <klee/klee.h>

static float cubic(const float c[4], float x) { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }

int main(void) {
    signed char n[4];
    klee_make_symbolic(n, sizeof n, "n");
    float c[4];
    for (int i = 0; i < 4; i++) {
        klee_assume(n[i] >= -20 && n[i] <= 20);
        c[i] = n[i];
    }
    // Three times the integral over [0, 2], in integers.
    float simpson = cubic(c, 0.0f) + 4.0f * cubic(c, 1.0f) + cubic(c, 2.0f);
    int exact = 6 * n[0] + 6 * n[1] + 8 * n[2] + 12 * n[3];
    assert(simpson == (float)exact);
    return 0;
}
