#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdint.h>

union view {
    float number;
    uint32_t bits;
    struct {
        uint32_t fraction : 23, exponent : 8, sign : 1;
    } parts;
};

int main(void) {
    union view view;
    klee_make_symbolic(&view.bits, sizeof view.bits, "bits");
    klee_assume(isnormal(view.number));
    int exponent;
    frexpf(view.number, &exponent);
    assert((int)view.parts.exponent - 126 == exponent);
    assert(view.parts.sign == (signbit(view.number) != 0));
    union view scaled = view;
    scaled.parts.exponent = 127;
    assert(fabsf(scaled.number) >= 1.0f && fabsf(scaled.number) < 2.0f);
    return 0;
}
