#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <stdlib.h>

enum operator{ ADD, DIVIDE };

struct expression {
    enum operator operator;
    char left[2], right[2];
};

static double evaluated(const struct expression *e) {
    double a = atof(e->left), b = atof(e->right);
    return e->operator== ADD ? a + b : a / b;
}

int main(void) {
    char digits[2];
    klee_make_symbolic(digits, sizeof digits, "digits");
    for (int i = 0; i < 2; i++) klee_assume(digits[i] >= '0' && digits[i] <= '9');
    struct expression e = {ADD, {digits[0], 0}, {digits[1], 0}};
    assert(evaluated(&e) <= 18.0);
    e.operator= DIVIDE;
    double quotient = evaluated(&e);
    assert(!isnan(quotient));
    return 0;
}
