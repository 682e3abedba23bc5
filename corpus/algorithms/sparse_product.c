#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

enum { N = 3, ENTRIES = 4 };
static const int START[N + 1] = {0, 2, 2, 4}, COLUMN[ENTRIES] = {0, 2, 1, 2};
static const float X[N] = {2.0f, -1.0f, 0.5f};

int main(void) {
    float entry[ENTRIES], dense[N][N] = {{0.0f}};
    for (int k = 0; k < ENTRIES; k++) {
        entry[k] = __VERIFIER_nondet_float();
        __VERIFIER_assume(entry[k] >= -100.0f && entry[k] <= 100.0f);
    }
    for (int i = 0; i < N; i++)
        for (int k = START[i]; k < START[i + 1]; k++) dense[i][COLUMN[k]] = entry[k];
    for (int i = 0; i < N; i++) {
        float sparse = 0.0f, full = 0.0f;
        for (int k = START[i]; k < START[i + 1]; k++) sparse += entry[k] * X[COLUMN[k]];
        for (int j = 0; j < N; j++) full += dense[i][j] * X[j];
        assert(sparse == full);
    }
    return 0;
}
