#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

int main(void) {
    double x;
    uint64_t bits;
    klee_make_symbolic(&x, sizeof x, "x");
    memcpy(&bits, &x, 8);
    int by_bits = (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
    assert((isnan(x) != 0) == by_bits);
    assert((x != x) == by_bits);
    assert((__builtin_isnan(x) != 0) == by_bits);
    assert((fpclassify(x) == FP_NAN) == by_bits);
    assert((isunordered(x, 0.0) != 0) == by_bits);
    assert((!(x <= INFINITY)) == by_bits);
    assert((!isfinite(x) && !isinf(x)) == by_bits);
    return 0;
}
