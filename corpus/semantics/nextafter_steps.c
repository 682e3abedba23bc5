#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(isfinite(x));
    float up = nextafterf(x, INFINITY);
    assert(up > x);
    if (x > 0.0f) assert(bits_of(up) == bits_of(x) + 1);
    if (x < 0.0f) assert(bits_of(up) == bits_of(x) - 1);
    if (x == 0.0f) assert(bits_of(up) == 1);
    return 0;
}
