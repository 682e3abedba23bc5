#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    uint64_t a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    double x = (double)a, y = (double)b;
    if (a < (UINT64_C(1) << 53)) assert((uint64_t)x == a);
    if (a <= b) assert(x <= y);
    if (a >> 63) assert(x >= 0x1p63 && x <= 0x1p64);
    return 0;
}
