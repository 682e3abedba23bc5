#include <assert.h>

extern float __VERIFIER_nondet_float(void);

struct histogram {
    int bins[10];
    int outside;
};

static void add(struct histogram *h, float x) {
    if (!(x >= 0.0f && x < 10.0f)) {
        h->outside++;
        return;
    }
    h->bins[(int)x]++;
}

int main(void) {
    struct histogram h = {{0}, 0};
    for (int i = 0; i < 2; i++) add(&h, __VERIFIER_nondet_float());
    int total = h.outside;
    for (int i = 0; i < 10; i++) {
        assert(h.bins[i] >= 0 && h.bins[i] <= 2);
        total += h.bins[i];
    }
    assert(total == 2);
    return 0;
}
