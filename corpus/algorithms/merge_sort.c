#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

struct item {
    float value;
    int key;
};

static void merge_sort(struct item *a, int n, struct item *room) {
    if (n < 2) return;
    int half = n / 2, i = 0, j = half, k = 0;
    merge_sort(a, half, room);
    merge_sort(a + half, n - half, room);
    while (i < half && j < n) room[k++] = a[j].value < a[i].value ? a[j++] : a[i++];
    while (i < half) room[k++] = a[i++];
    while (j < n) room[k++] = a[j++];
    for (i = 0; i < n; i++) a[i] = room[i];
}

int main(void) {
    struct item a[3], room[3];
    for (int i = 0; i < 3; i++) {
        a[i].value = __VERIFIER_nondet_float();
        a[i].key = i;
        __VERIFIER_assume(a[i].value == a[i].value);
    }
    merge_sort(a, 3, room);
    for (int i = 1; i < 3; i++) {
        assert(a[i - 1].value <= a[i].value);
        if (a[i - 1].value == a[i].value) assert(a[i - 1].key < a[i].key);
    }
    return 0;
}
