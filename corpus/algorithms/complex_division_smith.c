#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static float denominator(float c, float d) {
    if (c >= d) return c + d * (d / c);
    return d + c * (c / d);
}

int main(void) {
    float c, d;
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&d, sizeof d, "d");
    klee_assume(c >= 0.0f && c <= 4.0f && d >= 0.0f && d <= 4.0f);
    klee_assume(c > 0.0f || d > 0.0f);
    float larger = c > d ? c : d;
    float scale = denominator(c, d);
    assert(scale >= larger);
    return 0;
}
