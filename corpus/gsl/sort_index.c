#include <assert.h>
#include <gsl/gsl_sort_float.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a[3];
    size_t order[3];
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_float();
        __VERIFIER_assume(a[i] == a[i]);
    }
    gsl_sort_float_index(order, a, 1, 3);
    assert(a[order[0]] <= a[order[1]] && a[order[1]] <= a[order[2]]);
    assert(order[0] + order[1] + order[2] == 3 && order[0] != order[1] && order[1] != order[2]);
    return 0;
}
