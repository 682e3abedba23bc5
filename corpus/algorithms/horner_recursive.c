#include <assert.h>
#include <klee/klee.h>

static float horner(const float *c, int n, float x) { return n == 0 ? 0.0f : c[0] + x * horner(c + 1, n - 1, x); }

int main(void) {
    signed char n[4];
    klee_make_symbolic(n, sizeof n, "n");
    for (int i = 0; i < 4; i++) klee_assume(n[i] >= -5 && n[i] <= 5);
    float c[3] = {n[0], n[1], n[2]};
    int x = n[3];
    assert(horner(c, 3, x) == (float)(n[0] + n[1] * x + n[2] * x * x));
    return 0;
}
