#include <assert.h>
#include <klee/klee.h>
#include <math.h>

// Roots of x^2 + 2bx + c.
static int larger_root(float b, float c, float *root) {
    float discriminant = b * b - c;
    if (discriminant < 0.0f) return 0;
    *root = -b + sqrtf(discriminant);
    return 1;
}

int main(void) {
    float b, c, root;
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_assume(b >= 1.0f && b <= 10000.0f && c >= 1e-6f && c <= 1.0f);
    if (!larger_root(b, c, &root)) return 0;
    assert(root <= 0.0f);
    assert(root != 0.0f);
    return 0;
}
