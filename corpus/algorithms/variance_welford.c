#include <assert.h>
#include <klee/klee.h>

struct running {
    int count;
    float mean, squares;
};

static void add(struct running *r, float x) {
    r->count++;
    float delta = x - r->mean;
    r->mean += delta / (float)r->count;
    r->squares += delta * (x - r->mean);
}

int main(void) {
    float x[2];
    klee_make_symbolic(x, sizeof x, "x");
    struct running r = {0, 0.0f, 0.0f};
    for (int i = 0; i < 2; i++) {
        klee_assume(x[i] >= -100.0f && x[i] <= 100.0f);
        add(&r, x[i]);
        assert(r.squares >= 0.0f);
    }
    if (x[0] == x[1]) assert(r.squares == 0.0f && r.mean == x[0]);
    return 0;
}
