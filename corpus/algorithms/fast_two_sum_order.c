#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a >= -4.0f && a <= -0.5f && b >= -4.0f && b <= -0.5f);
    float s = a + b;
    float e = b - (s - a);
    assert(s <= a && s <= b);
    assert((double)s + (double)e == (double)a + (double)b);
    return 0;
}
