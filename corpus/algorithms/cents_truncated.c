#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char cents;
    klee_make_symbolic(&cents, sizeof cents, "cents");
    klee_assume(cents < 100);
    double amount = cents / 100.0;
    int back = (int)(amount * 100.0);
    assert((int)(amount * 100.0 + 0.5) == cents);
    assert(back == cents);
    return 0;
}
