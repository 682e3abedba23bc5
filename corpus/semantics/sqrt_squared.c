// x * x fits into a double exactly, so that its root is x.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    unsigned short n;
    klee_make_symbolic(&n, sizeof n, "n");
    float x = (float)n / 16.0f;
    double square = (double)x * (double)x;
    assert(sqrt(square) == x);
    assert(isnan(sqrt(-1.0 - square)));
    return 0;
}
