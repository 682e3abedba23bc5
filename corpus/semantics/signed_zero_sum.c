// x + 0 is x, except that -0 + 0 is +0.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == x);
    float sum = x + 0.0f;
    if (x == 0.0f) {
        assert(!signbit(sum));
    } else {
        assert(sum == x);
        assert(signbit(sum) == signbit(x));
    }
    return 0;
}
