// The processor calls these encodings unsupported (unnormals, pseudo-infinities); an operation on one is invalid.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

struct extended {
    uint64_t significand;
    uint16_t sign_and_exponent;
};

int main(void) {
    struct extended parts;
    klee_make_symbolic(&parts.significand, sizeof parts.significand, "significand");
    klee_make_symbolic(&parts.sign_and_exponent, sizeof parts.sign_and_exponent, "sign and exponent");
    long double number = 0.0L;
    memcpy(&number, &parts.significand, 8);
    memcpy((char *)&number + 8, &parts.sign_and_exponent, 2);
    unsigned exponent = parts.sign_and_exponent & 0x7fff;
    int has_leading = parts.significand >> 63 != 0;
    if (exponent != 0 && !has_leading) {
        assert(!(number == number));
        assert(!(number < 1.0L) && !(number >= 1.0L));
    }
    if (exponent == 0x3fff && has_leading) {
        assert(number == number);
        assert((number >= 1.0L && number < 2.0L) || (number <= -1.0L && number > -2.0L));
    }
    return 0;
}
