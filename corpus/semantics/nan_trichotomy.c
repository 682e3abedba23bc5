// IEEE 754 clause 5.11: four mutually exclusive relations.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    int relations = (x < y) + (x == y) + (x > y) + isunordered(x, y);
    assert(relations == 1);
    assert((x <= y) == (x < y || x == y));
    assert(!(x != y) == (x == y));
    assert(islessgreater(x, y) == (x < y || x > y));
    return 0;
}
