#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);

struct ring {
    float items[2];
    unsigned next;
    float sum;
};

static float push(struct ring *r, float x) {
    r->sum += x - r->items[r->next];
    r->items[r->next] = x;
    r->next = (r->next + 1) % 2;
    return r->sum / 2.0f;
}

int main(void) {
    struct ring r = {{0.0f}, 0, 0.0f};
    int given[3];
    float average = 0.0f;
    for (int i = 0; i < 3; i++) {
        given[i] = __VERIFIER_nondet_char();
        average = push(&r, (float)given[i]);
    }
    assert(r.next == 1);
    assert(average == (float)(given[1] + given[2]) / 2.0f);
    return 0;
}
