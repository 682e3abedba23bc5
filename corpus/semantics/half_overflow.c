// The middle itself is a tie, and goes to the even neighbour: infinity.
#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 65520.0f);
    _Float16 half = (_Float16)x;
    float back = (float)half;
    if (x <= 65504.0f) assert(back <= 65504.0f);
    assert(back <= 65504.0f);
    return 0;
}
