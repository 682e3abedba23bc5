#include <limits.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 0.0f)) return 0;
    if (x > (float)INT_MAX) return 0;
    int n = (int)x;
    return n >= 0 ? 0 : 1;
}
