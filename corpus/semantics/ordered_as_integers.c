#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

static int32_t key(float x) {
    int32_t bits;
    memcpy(&bits, &x, 4);
    return bits < 0 ? (int32_t)(0x7fffffff ^ bits) : bits;
}

int main(void) {
    float a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_assume(a == a && b == b);
    if (a < b) assert(key(a) < key(b));
    if (key(a) < key(b)) assert(a < b);
    return 0;
}
