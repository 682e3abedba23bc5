#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float sum = 0.0f;
    for (int i = 0; i < 300; i++) sum += 0.1f;
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 1.0f);
    sum += x;
    double exact = 30.0 + (double)x;
    assert(fabs((double)sum - exact) <= 1e-3);
    assert(fabs((double)sum - exact) <= 2e-6);
    return 0;
}
