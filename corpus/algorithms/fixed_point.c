#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static int16_t to_fixed(float x) { return (int16_t)(int)(x * 32768.0f); }

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= -1.0f && x <= 1.0f);
    int16_t fixed = to_fixed(x);
    if (x <= -0.0001f) assert(fixed < 0);
    if (x >= 0.0f) assert(fixed >= 0);
    return 0;
}
