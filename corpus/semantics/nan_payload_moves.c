// Only operations may quiet a NaN; moves may not.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

struct pair {
    double first;
    double second;
};

int main(void) {
    uint64_t bits, back;
    int swap;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    klee_make_symbolic(&swap, sizeof swap, "swap");
    union {
        uint64_t bits;
        double number;
    } view = {bits};
    struct pair pair = {view.number, 1.0}, copy = pair;
    if (swap) {
        double kept = copy.first;
        copy.first = copy.second;
        copy.second = kept;
    }
    double chosen = swap ? copy.second : copy.first;
    memcpy(&back, &chosen, sizeof back);
    assert(back == bits);
    return 0;
}
