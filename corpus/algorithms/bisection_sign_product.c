#include <assert.h>
#include <klee/klee.h>

static int brackets_root(float f_low, float f_high) { return f_low * f_high < 0.0f; }

int main(void) {
    float low, high;
    klee_make_symbolic(&low, sizeof low, "low");
    klee_make_symbolic(&high, sizeof high, "high");
    klee_assume(low > -1e10f && low < 1e10f && high > -1e10f && high < 1e10f);
    int found = brackets_root(low, high);
    if (found) assert((low < 0.0f) != (high < 0.0f));
    if (low < 0.0f && high > 0.0f) assert(found);
    return 0;
}
