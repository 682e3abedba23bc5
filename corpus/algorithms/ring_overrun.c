#include <klee/klee.h>

enum { SIZE = 4 };

struct ring {
    float *items;
    int next;
};

static void push(struct ring *r, float x) {
    r->items[r->next] = x;
    if (r->next++ > SIZE) r->next = 0;
}

int main(void) {
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count <= 8);
    float items[SIZE];
    struct ring r = {items, 0};
    for (unsigned char i = 0; i < count; i++) push(&r, (float)i * 0.5f);
    return 0;
}
