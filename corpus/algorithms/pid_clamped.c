#include <assert.h>
#include <klee/klee.h>

struct pid {
    float integral, previous;
};

static float clamp(float x, float limit) { return x > limit ? limit : x < -limit ? -limit : x; }

static float step(struct pid *c, float error) {
    c->integral = clamp(c->integral + error * 0.1f, 2.0f);
    float derivative = error - c->previous;
    c->previous = error;
    return clamp(1.5f * error + 0.5f * c->integral + 0.25f * derivative, 1.0f);
}

int main(void) {
    struct pid c = {0.0f, 0.0f};
    float error[2];
    klee_make_symbolic(error, sizeof error, "error");
    for (int i = 0; i < 2; i++) {
        klee_assume(error[i] >= -10.0f && error[i] <= 10.0f);
        float output = step(&c, error[i]);
        assert(output >= -1.0f && output <= 1.0f);
        assert(c.integral >= -2.0f && c.integral <= 2.0f);
    }
    return 0;
}
