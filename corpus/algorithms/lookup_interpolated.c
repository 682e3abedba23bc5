#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float table[9];
    for (int i = 0; i < 9; i++) table[i] = (float)(i * i);
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0.0f && x <= 1.0f);
    float scaled = x * 8.0f;
    int at = (int)scaled;
    assert(at >= 0 && at <= 8);
    float fraction = scaled - (float)at;
    float y = table[at] + fraction * (table[at + 1] - table[at]);
    assert(y >= 0.0f);
    return 0;
}
