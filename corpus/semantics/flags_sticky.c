#include <assert.h>
#include <fenv.h>
#include <klee/klee.h>

#pragma STDC FENV_ACCESS ON

static int overflows(float x) {
    volatile float square = x * x;
    (void)square;
    return fetestexcept(FE_OVERFLOW) != 0;
}

int main(void) {
    float x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 0.0f && x < 2e38f && y > 0.0f && y < 2e38f);
    feclearexcept(FE_ALL_EXCEPT);
    int first = overflows(x);
    assert(first == (x > 18446743000000000000.0f));
    int second = overflows(y);
    assert(!second || y > 1.0f);
    return 0;
}
