#include <assert.h>
#include <math.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[9], *end;
    klee_make_symbolic(text, 8, "text");
    text[8] = 0;
    double value = strtod(text, &end);
    if (end != text + 8) return 0;
    if (text[0] < '1' || text[0] > '9') return 0;
    assert(!isinf(value));
    return 0;
}
