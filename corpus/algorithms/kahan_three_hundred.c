#include <assert.h>
#include <klee/klee.h>
#include <math.h>

struct kahan {
    float sum, lost;
};

static void add(struct kahan *k, float x) {
    float y = x - k->lost;
    float t = k->sum + y;
    k->lost = (t - k->sum) - y;
    k->sum = t;
}

int main(void) {
    struct kahan k = {0.0f, 0.0f};
    for (int i = 0; i < 300; i++) add(&k, 0.1f);
    assert(k.sum == 30.0f);
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 1.0f);
    add(&k, x);
    double exact = 30.0 + (double)x;
    assert(fabs((double)k.sum - exact) <= 2e-6);
    return 0;
}
