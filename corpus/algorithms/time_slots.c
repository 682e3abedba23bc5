#include <klee/klee.h>

int main(void) {
    float duration;
    klee_make_symbolic(&duration, sizeof duration, "duration");
    if (!(duration > 0.0f && duration < 1000.0f)) return 0;
    int slots = (int)(duration * 2.0f);
    int budget = 1000 / slots;
    return budget > 0 ? 0 : 1;
}
