#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    double wide = n;
    assert((int)wide == n);
    if (n > -(1 << 24) && n < (1 << 24)) {
        float narrow = (float)n;
        assert((int)narrow == n);
        assert(narrow == wide);
    }
    return 0;
}
