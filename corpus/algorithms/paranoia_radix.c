#include <assert.h>
#include <klee/klee.h>

int main(void) {
    volatile float w = 1.0f, radix = 1.0f;
    int digits = 0;
    do {
        w = w + w;
    } while (((w + 1.0f) - w) - 1.0f == 0.0f);
    while ((w + radix) - w == 0.0f) radix = radix + radix;
    radix = (w + radix) - w;
    assert(radix == 2.0f);
    w = 1.0f;
    do {
        digits++;
        w = w * radix;
    } while (((w + 1.0f) - w) - 1.0f == 0.0f);
    assert(digits == 24);
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 1.0f && x < w);
    assert((x + 1.0f) - x > 0.0f);
    return 0;
}
