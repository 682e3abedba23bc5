/* As many independent branches as BRANCHES says, on an input each. */
#include <stddef.h>

void klee_make_symbolic(void *address, size_t bytes, const char *name);
void abort(void);

int main(void) {
    double x[BRANCHES];
    klee_make_symbolic(x, sizeof x, "x");
    double sum = 0;
    int taken = 0;
    for (int i = 0; i < BRANCHES; i++) {
        if (x[i] > 1.0) {
            sum += 1.0;
            taken |= 1 << i;
        } else {
            sum -= 1.0;
        }
    }
    if (sum > BRANCHES) abort();
    return taken & 1;
}
