#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

enum { COLUMNS = 4, ENTRIES = 3 };

int main(void) {
    unsigned char column[ENTRIES];
    klee_make_symbolic(column, sizeof column, "column");
    double *x = malloc(COLUMNS * sizeof *x);
    if (!x) return 0;
    for (int i = 0; i < COLUMNS; i++) x[i] = i + 1.0;
    for (int k = 0; k < ENTRIES; k++)
        if (column[k] > COLUMNS) return 0;
    double sum = 0.0;
    for (int k = 0; k < ENTRIES; k++) sum += x[column[k]];
    assert(sum >= ENTRIES);
    free(x);
    return 0;
}
