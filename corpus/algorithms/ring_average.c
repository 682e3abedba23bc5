#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);

struct ring {
    float items[4];
    unsigned next;
    float sum;
};

static float push(struct ring *r, float x) {
    r->sum += x - r->items[r->next];
    r->items[r->next] = x;
    r->next = (r->next + 1) % 4;
    return r->sum / 4.0f;
}

int main(void) {
    struct ring r = {{0.0f}, 0, 0.0f};
    int given[6];
    float average = 0.0f;
    for (int i = 0; i < 6; i++) {
        given[i] = __VERIFIER_nondet_char();
        average = push(&r, (float)given[i]);
    }
    assert(r.next == 2);
    assert(average == (float)(given[2] + given[3] + given[4] + given[5]) / 4.0f);
    return 0;
}
