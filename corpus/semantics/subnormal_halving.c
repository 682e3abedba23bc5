// Scaling by powers of two is exact, as long as nothing underflows.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0.0f && x < 1.0f);
    float half = x / 2.0f;
    assert(half < x);
    assert(half * 2.0f == x);
    return 0;
}
