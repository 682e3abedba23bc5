#include <assert.h>
#include <klee/klee.h>
#include <string.h>

static void put(long double *place, long double value) { *place = value; }

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > -1e300 && x < 1e300);
    union {
        long double number;
        unsigned char bytes[16];
    } slot;
    memset(&slot, 0xa5, sizeof slot);
    put(&slot.number, (long double)x * 2.0L);
    for (int i = 10; i < 16; i++) assert(slot.bytes[i] == 0xa5);
    assert(slot.number == (long double)x + (long double)x);
    assert((slot.bytes[9] >> 7) == (__builtin_signbit(x) != 0));
    return 0;
}
