#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    double low = fmin(x, y), high = fmax(x, y);
    if (isnan(x) && isnan(y)) {
        assert(isnan(low) && isnan(high));
    } else if (isnan(x)) {
        assert(low == y && high == y);
    } else if (isnan(y)) {
        assert(low == x && high == x);
    } else {
        assert(low <= x && low <= y && high >= x && high >= y);
        assert((low == x && high == y) || (low == y && high == x));
    }
    return 0;
}
