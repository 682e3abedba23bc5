#include <math.h>

double sum(const double *v, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

double one_minus_cosine(double x) {
    return (1 - cos(x)) / (x * x);
}

struct vector {
    unsigned length;
    double *elements;
};

struct matrix {
    unsigned rows, columns;
    double **elements;
};

double product(const struct vector *a, const struct vector *b) {
    double s = 0;
    for (unsigned i = 0; i < a->length; i++)
        s += a->elements[i] * b->elements[i];
    return s;
}

void times(const struct matrix *m, const struct vector *x, struct vector *y) {
    for (unsigned i = 0; i < m->rows; i++) {
        double s = 0;
        for (unsigned j = 0; j < m->columns; j++)
            s += m->elements[i][j] * x->elements[j];
        y->elements[i] = s;
    }
}

double another_way(double x) {
    double y = x * 0.1;
    return y * 10 == x ? 0.1 * x : y + 0.25;
}

double another_kind(double x) {
    return x * x * 1e-300;
}

double exact(double x) {
    return 2 * x;
}

int no_float(double x) {
    return x > 0;
}

double endless(double x) {
    volatile int goes_on = 1;
    while (goes_on)
        goes_on = 1;
    return x * 0.1;
}
