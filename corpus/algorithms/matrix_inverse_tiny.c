#include <assert.h>
#include <klee/klee.h>
#include <math.h>

static int invert_diagonal(const float d[2], float inverse[2]) {
    float determinant = d[0] * d[1];
    if (determinant == 0.0f) return 0;
    inverse[0] = d[1] / determinant;
    inverse[1] = d[0] / determinant;
    return 1;
}

int main(void) {
    float d[2], inverse[2];
    klee_make_symbolic(d, sizeof d, "d");
    klee_assume(d[0] >= 0x1p-80f && d[0] <= 1.0f && d[1] >= 0x1p-80f && d[1] <= 1.0f);
    if (!invert_diagonal(d, inverse)) return 0;
    assert(inverse[0] > 0.0f && inverse[1] > 0.0f);
    assert(inverse[0] <= 0x1p80f);
    return 0;
}
