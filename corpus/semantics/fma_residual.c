#include <assert.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    unsigned char a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    float x = 16777215.0f - (float)a, y = 8388609.0f + (float)(b & 15);
    float product = x * y;
    float error = fmaf(x, y, -product);
    assert((double)product + (double)error == (double)x * (double)y);
    return 0;
}
