extern float __VERIFIER_nondet_float(void);

enum { COUNT = 5 };

static int segment(const float *table, int count, float key) {
    int low = 0, high = count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (table[middle] <= key)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int main(void) {
    float table[COUNT] = {0.0f, 1.0f, 2.0f, 4.0f, 8.0f};
    float key = __VERIFIER_nondet_float();
    if (!(key >= 0.0f && key <= 8.0f)) return 0;
    int at = segment(table, COUNT, key);
    float width = table[at + 1] - table[at];
    return width > 0.0f ? 0 : 1;
}
