#include <assert.h>
#include <klee/klee.h>

enum { COUNT = 16 };
static const float TABLE[COUNT] = {0.0f, 0.1f, 0.5f, 1.0f, 1.5f, 2.25f, 3.0f, 4.0f, 5.5f, 7.0f, 8.0f, 9.5f, 11.0f, 13.0f, 15.0f, 17.5f};

static int last_not_above(float key) {
    int low = 0, high = COUNT;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (TABLE[middle] <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int main(void) {
    float key;
    klee_make_symbolic(&key, sizeof key, "key");
    if (!(key >= TABLE[0])) return 0;
    int at = last_not_above(key);
    assert(TABLE[at] <= key);
    if (at + 1 < COUNT) assert(key < TABLE[at + 1]);
    return 0;
}
