#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0x1p-120f && x <= 1.0f);
    int n = klee_range(0, 31, "n");
    float back = ldexpf(ldexpf(x, -n), n);
    if (x > 0x1p-90f) assert(back == x);
    assert(back == x);
    return 0;
}
