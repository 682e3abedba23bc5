#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x, whole;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(isfinite(x));
    double fraction = modf(x, &whole);
    assert(whole == trunc(x));
    assert(fabs(fraction) < 1.0);
    assert(whole + fraction == x);
    assert(signbit(fraction) == signbit(x) && signbit(whole) == signbit(x));
    return 0;
}
