#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static void classify(float x, float *sign) {
    if (x < 0.0f)
        *sign = -1.0f;
    else if (x >= 0.0f)
        *sign = 1.0f;
}

int main(void) {
    float x = __VERIFIER_nondet_float();
    float sign;
    classify(x, &sign);
    if (sign > 0.0f)
        assert(x >= 0.0f);
    return 0;
}
