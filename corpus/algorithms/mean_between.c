#include <assert.h>
#include <klee/klee.h>

static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

int main(void) {
    signed char n[3];
    klee_make_symbolic(n, sizeof n, "n");
    float low = n[0], high = n[0], sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        klee_assume(n[i] >= -50 && n[i] <= 50);
        low = smaller(low, n[i]);
        high = larger(high, n[i]);
        sum += n[i];
    }
    float mean = sum / 3.0f;
    assert(low <= mean && mean <= high);
    return 0;
}
