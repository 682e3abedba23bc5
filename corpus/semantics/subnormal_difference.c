// Without subnormal numbers, x != y would not guard a division by x - y.
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    __VERIFIER_assume(isfinite(x) && isfinite(y));
    if (x != y) {
        if (x - y == 0.0f) reach_error();
        if ((x < y) != (x - y < 0.0f)) reach_error();
    }
    return 0;
}
