// The check is written as "reject what is outside"; NaN is not outside.
#include <assert.h>
#include <klee/klee.h>

static int checked(double x) {
    if (x < -1.0) return 0;
    if (x > 1.0) return 0;
    return 1;
}

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!checked(x)) return 0;
    assert(x * x <= 1.0);
    return 0;
}
