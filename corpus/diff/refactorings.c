/* Rewritings after which every result has the same bits. A line `pair NAME VERDICT OPTIONS` says what
   is true of NAME_old and NAME_new. */
#include <math.h>

/* pair commuted same */
double commuted_old(double x, double y) { return x * y + x; }
double commuted_new(double x, double y) { return x + y * x; }

/* pair common same */
double common_old(double x, double y) { return (x - y) * (x - y) + 1 / (x - y); }
double common_new(double x, double y) {
    double d = x - y;
    double square = d * d;
    return square + 1 / d;
}

/* pair doubled same */
double doubled_old(double x) { return 2 * x; }
double doubled_new(double x) { return x + x; }

/* pair quarter same */
float quarter_old(float x) { return x / 4; }
float quarter_new(float x) { return x * 0.25f; }

/* pair eighth same */
double eighth_old(double x) { return x / 8; }
double eighth_new(double x) { return x * 0.125; }

static double square(double x) { return x * x; }
/* pair inlined same */
double inlined_old(double x, double y) { return square(x) + square(y); }
double inlined_new(double x, double y) { return x * x + y * y; }

/* pair subtracted same */
double subtracted_old(double x, double y) { return x - y; }
double subtracted_new(double x, double y) { return x + -y; }

/* pair negated same */
double negated_old(double x, double y) { return -x * y; }
double negated_new(double x, double y) { return -(x * y); }

/* pair branches same */
double branches_old(double x) {
    if (x < 0)
        return -x;
    else if (x > 10)
        return 10;
    return x;
}
double branches_new(double x) { return x > 10 ? 10 : x < 0 ? -x : x; }

/* pair unrolled same */
double unrolled_old(const double v[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += v[i];
    return sum;
}
double unrolled_new(const double v[4]) { return 0 + v[0] + v[1] + v[2] + v[3]; }

/* pair interchanged same */
void interchanged_old(double a[4], const double b[4]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            a[2 * i + j] = a[2 * i + j] * 3 + b[2 * j + i];
}
void interchanged_new(double a[4], const double b[4]) {
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            a[2 * i + j] = a[2 * i + j] * 3 + b[2 * j + i];
}

/* pair split same */
void split_old(double a[3], double c) {
    for (int i = 0; i < 3; i++)
        a[i] = a[i] * c + 1;
}
void split_new(double a[3], double c) {
    for (int i = 0; i < 3; i++)
        a[i] *= c;
    for (int i = 0; i < 3; i++)
        a[i] += 1;
}

/* pair swapped same */
void swapped_old(double a[1], double b[1]) { double t = *a; *a = *b; *b = t; }
void swapped_new(double a[1], double b[1]) { double t = *b; *b = *a; *a = t; }

/* pair called same */
double called_old(double x) { return exp(x) * exp(x); }
double called_new(double x) {
    double e = exp(x);
    return e * e;
}

/* pair narrow same */
signed char narrow_old(signed char a, signed char b) { return (a & b) + (a | b); }
signed char narrow_new(signed char a, signed char b) { return a + b; }

/* pair counted same --range n=0..4 */
double counted_old(const double v[4], int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}
double counted_new(const double v[4], int n) {
    double sum = 0;
    while (n > 0) {
        sum += *v++;
        n--;
    }
    return sum;
}

/* pair compiled same --fn compiled --new-cflags=-O2 */
double compiled(double x, double y, double z) {
    double r = x * y - z;
    return r > 0 ? sqrt(r) / x : r;
}
