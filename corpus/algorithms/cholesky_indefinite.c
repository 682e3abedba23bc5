#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static void cholesky(const float m[3], float l[3]) {
    l[0] = sqrtf(m[0]);
    l[1] = m[1] / l[0];
    l[2] = sqrtf(m[2] - l[1] * l[1]);
}

int main(void) {
    float m[3], l[3];
    klee_make_symbolic(m, sizeof m, "m");
    klee_assume(m[0] >= 1.0f && m[0] <= 100.0f && m[2] >= 1.0f && m[2] <= 100.0f);
    klee_assume(m[1] >= -10.0f && m[1] <= 10.0f);
    cholesky(m, l);
    assert(l[0] >= 1.0f && l[0] <= 10.0f);
    assert(!isnan(l[2]));
    return 0;
}
