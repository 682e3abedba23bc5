#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 4194304.0f);
    float rounded = floorf(x + 0.5f);
    assert(fabsf(rounded - x) <= 0.50001f);
    assert(rounded == roundf(x));
    return 0;
}
