#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

static float float_of(uint32_t bits) {
    float number;
    memcpy(&number, &bits, 4);
    return number;
}

int main(void) {
    uint32_t bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    float x = float_of(bits);
    float truncated = float_of(bits & 0xffff0000u);
    if (x == x) {
        if (x >= 0.0f) assert(truncated <= x);
        return 0;
    }
    assert(truncated != truncated);
    return 0;
}
