#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static void givens(float a, float b, float *c, float *s) {
    if (b == 0.0f) {
        *c = a < 0.0f ? -1.0f : 1.0f;
        *s = 0.0f;
        return;
    }
    if (a == 0.0f) {
        *c = 0.0f;
        *s = b < 0.0f ? -1.0f : 1.0f;
        return;
    }
    float r = sqrtf(a * a + b * b);
    *c = a / r;
    *s = b / r;
}

int main(void) {
    signed char n, m;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&m, sizeof m, "m");
    klee_assume(n >= -15 && n <= 15 && m >= -15 && m <= 15);
    float c, s;
    givens(n, m, &c, &s);
    assert(fabsf(c) <= 1.0f && fabsf(s) <= 1.0f);
    if (m != 0 && n != 0) assert((c > 0.0f) == (n > 0) && (s > 0.0f) == (m > 0));
    if (n == 0 && m != 0) assert(c == 0.0f);
    return 0;
}
