#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    long double a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a >= 1.0L && b >= 1.0L);
    if (a == b) {
        assert(memcmp(&a, &b, 10) == 0);
        assert(memcmp(&a, &b, sizeof a) == 0);
    }
    return 0;
}
