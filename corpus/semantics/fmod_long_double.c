#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    long double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > -1048576.0L && x < 1048576.0L);
    long double r = fmodl(x, 1.0L);
    assert(r == x - truncl(x));
    assert(r > -1.0L && r < 1.0L);
    return 0;
}
