#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[3] == 0);
    klee_assume(text[0] > ' ' && text[1] > ' ' && text[2] > ' ');
    char *end;
    float value = strtof(text, &end);
    if (end != text + 3) return 0;
    assert(isfinite(value));
    return 0;
}
