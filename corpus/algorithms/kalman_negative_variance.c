#include <assert.h>
#include <klee/klee.h>

static float updated(float p, float r) { return p - p * p / (p + r); }

int main(void) {
    float p;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_assume(p >= 1.0f && p <= 2.0f);
    assert(updated(p, 1.0f) > 0.0f);
    assert(updated(p, 1e-9f) >= 0.0f);
    return 0;
}
