#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static float wrapped(float angle) {
    float r = fmodf(angle, 360.0f);
    if (r < 0.0f) r += 360.0f;
    return r;
}

int main(void) {
    float angle;
    klee_make_symbolic(&angle, sizeof angle, "angle");
    klee_assume(angle >= -720.0f && angle <= 720.0f);
    float r = wrapped(angle);
    assert(r >= 0.0f);
    assert(r < 360.0f);
    return 0;
}
