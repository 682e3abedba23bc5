// A "sign by reciprocal" that agrees with x >= 0 everywhere but at -0.
#include <assert.h>
#include <klee/klee.h>

static int is_positive_by_reciprocal(float x) { return 1.0f / x > 0.0f; }

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == x);
    if (x > 0.0f)
        assert(is_positive_by_reciprocal(x) || x > 3e38f);
    if (x >= 0.0f)
        assert(is_positive_by_reciprocal(x));
    else
        assert(!is_positive_by_reciprocal(x));
    return 0;
}
