#include <assert.h>
#include <klee/klee.h>

static float median(float a, float b, float c) {
    if (a <= b) return b <= c ? b : a <= c ? c : a;
    return a <= c ? a : b <= c ? c : b;
}

int main(void) {
    float a, b, c;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_assume(a == a && b == b && c == c);
    float m = median(a, b, c);
    assert((a <= m) + (b <= m) + (c <= m) >= 2);
    assert((a >= m) + (b >= m) + (c >= m) >= 2);
    return 0;
}
