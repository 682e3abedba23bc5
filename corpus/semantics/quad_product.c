#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    int16_t a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    __float128 x = (__float128)a / 1024, y = (__float128)b / 1024;
    __float128 product = x * y;
    assert((int)(product * 1048576) == (int)a * b);
    assert((product < 0) == ((int)a * b < 0));
    return 0;
}
