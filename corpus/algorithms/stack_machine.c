#include <assert.h>
#include <klee/klee.h>
#include <math.h>

typedef float (*operation)(float, float);
static float add(float a, float b) { return a + b; }
static float least(float a, float b) { return a < b ? a : b; }
static float first(float a, float b) { return (void)b, a; }
static const operation OPERATIONS[] = {add, least, first};

int main(void) {
    unsigned char code[2];
    float stack[3], x;
    klee_make_symbolic(code, sizeof code, "code");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 1e6f);
    int depth = 0;
    stack[depth++] = x;
    stack[depth++] = 1.0f;
    stack[depth++] = x;
    for (int i = 0; i < 2; i++) {
        if (code[i] >= 3) return 0;
        float b = stack[--depth], a = stack[--depth];
        stack[depth++] = OPERATIONS[code[i]](a, b);
        assert(depth >= 1 && depth <= 2);
    }
    assert(depth == 1);
    assert(stack[0] >= 0.0f && stack[0] <= 2e6f + 2.0f);
    return 0;
}
