#include <assert.h>
#include <klee/klee.h>

enum { COUNT = 3 };

int main(void) {
    signed char n[COUNT];
    klee_make_symbolic(n, sizeof n, "n");
    float prefix[COUNT + 1] = {0.0f};
    int exact[COUNT + 1] = {0};
    for (int i = 0; i < COUNT; i++) {
        prefix[i + 1] = prefix[i] + (float)n[i];
        exact[i + 1] = exact[i] + n[i];
    }
    int from = klee_range(0, COUNT, "from");
    assert(prefix[COUNT] - prefix[from] == (float)(exact[COUNT] - exact[from]));
    return 0;
}
