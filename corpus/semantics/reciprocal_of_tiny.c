#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!isfinite(x)) return 0;
    if (x == 0.0f) return 0;
    float reciprocal = 1.0f / x;
    if (isnormal(x)) assert(isfinite(reciprocal));
    assert(isfinite(reciprocal));
    return 0;
}
