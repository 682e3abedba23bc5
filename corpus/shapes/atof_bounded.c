#include <assert.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[9];
    klee_make_symbolic(text, 8, "text");
    text[8] = 0;
    for (int i = 0; i < 8; i++)
        if (text[i] != '.' && (text[i] < '0' || text[i] > '9')) return 0;
    double value = atof(text);
    assert(value >= 0.0 && value < 1e8);
    return 0;
}
