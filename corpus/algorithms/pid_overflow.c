#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static float clamp(float x, float limit) {
    if (x > limit) return limit;
    if (x < -limit) return -limit;
    return x;
}

int main(void) {
    float integral = 0.0f, previous = 0.0f;
    for (int i = 0; i < 2; i++) {
        float error = __VERIFIER_nondet_float();
        __VERIFIER_assume(isfinite(error));
        integral += error;
        float derivative = (error - previous) / 0.5f;
        float output = clamp(1.5f * error - derivative, 1.0f);
        assert(output >= -1.0f && output <= 1.0f);
        previous = error;
    }
    return integral > 0.0f;
}
