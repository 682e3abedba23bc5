#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static float value(float x) { return x * x * x - 2.0f * x + 2.0f; }
static float slope(float x) { return 3.0f * x * x - 2.0f; }

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= -1.0f && x <= 1.0f);
    float dy = slope(x), y = value(x);
    assert(y > 0.0f);
    float next = x - y / dy;
    assert(!isnan(next));
    assert(fabsf(next) < 1e6f);
    return 0;
}
