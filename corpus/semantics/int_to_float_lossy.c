#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 16777217);
    float as_float = (float)n;
    assert(as_float >= 0.0f && as_float <= 16777217.0f);
    assert((int)as_float == n);
    return 0;
}
