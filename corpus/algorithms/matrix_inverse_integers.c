#include <assert.h>

extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

struct matrix {
    float a[2][2];
};

static struct matrix product(const struct matrix *x, const struct matrix *y) {
    struct matrix z = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++) z.a[i][j] += x->a[i][k] * y->a[k][j];
    return z;
}

static float small(void) {
    signed char n = __VERIFIER_nondet_char();
    __VERIFIER_assume(n >= -4 && n <= 4);
    return n;
}

int main(void) {
    float a = small(), b = small(), c = small(), d = small();
    struct matrix m = {{{a, b}, {c, d}}}, adjugate = {{{d, -b}, {-c, a}}};
    struct matrix p = product(&m, &adjugate);
    float determinant = a * d - b * c;
    assert(p.a[0][0] == determinant && p.a[1][1] == determinant);
    assert(p.a[0][1] == 0.0f && p.a[1][0] == 0.0f);
    return 0;
}
