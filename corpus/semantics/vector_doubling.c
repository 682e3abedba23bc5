#include <assert.h>
#include <klee/klee.h>

enum { COUNT = 8 };

__attribute__((noinline)) static void doubled(const float *restrict from, float *restrict to) {
    for (int i = 0; i < COUNT; i++) to[i] = from[i] * 2.0f;
}

__attribute__((noinline)) static void clamped(float *values) {
    for (int i = 0; i < COUNT; i++) values[i] = values[i] > 1.0f ? 1.0f : values[i];
}

int main(void) {
    float from[COUNT], to[COUNT];
    klee_make_symbolic(from, sizeof from, "from");
    doubled(from, to);
    int at = klee_range(0, COUNT, "at");
    float sum = from[at] + from[at];
    assert(to[at] == sum || sum != sum);
    clamped(to);
    assert(!(to[at] > 1.0f));
    return 0;
}
