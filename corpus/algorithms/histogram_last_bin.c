#include <assert.h>
#include <klee/klee.h>

enum { BINS = 12 };
static const float LOW = -1.0f, HIGH = 0.3f;

int main(void) {
    int counts[BINS] = {0};
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (!(x >= LOW && x < HIGH)) return 0;
    float scaled = (x - LOW) / (HIGH - LOW) * BINS;
    assert(scaled >= 0.0f && scaled <= (float)BINS);
    counts[(int)scaled]++;
    return 0;
}
