#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    float x, back;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == x);
    double wide = x;
    long double extended = wide;
    __float128 quad = extended;
    long double extended_again = (long double)quad;
    back = (float)(double)extended_again;
    assert(memcmp(&back, &x, sizeof x) == 0);
    assert(wide == extended && extended == quad);
    return 0;
}
