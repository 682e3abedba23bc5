#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a[3], prefix[4] = {0.0f};
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_float();
        __VERIFIER_assume(a[i] >= 0.0f && a[i] <= 16777216.0f);
        prefix[i + 1] = prefix[i] + a[i];
    }
    float last_two = prefix[3] - prefix[1];
    assert(last_two >= 0.0f);
    assert(last_two == a[1] + a[2]);
    return 0;
}
