// x * x fits into a float exactly, so that its root is x.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    unsigned short n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 4096);
    float x = (float)n / 16.0f;
    float square = x * x;
    assert(sqrtf(square) == x);
    assert(isnan(sqrtf(-1.0f - square)));
    return 0;
}
