/* Formulas that are equal over the reals, or look so, and differ as floats. */
#include <math.h>

/* pair polynomial different */
double polynomial_old(double x) { return ((x - 6) * x + 11) * x - 6; }
double polynomial_new(double x) { return x * x * x - 6 * x * x + 11 * x - 6; }

/* pair midpoint different */
double midpoint_old(double x, double y) { return (x + y) / 2; }
double midpoint_new(double x, double y) { return x / 2 + y / 2; }

/* pair compensated different */
double compensated_old(const double v[4]) {
    double sum = 0, lost = 0;
    for (int i = 0; i < 4; i++) {
        double y = v[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}
double compensated_new(const double v[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += v[i];
    return sum;
}

/* pair length different */
double length_old(double x, double y) { return sqrt(x * x + y * y); }
double length_new(double x, double y) {
    double a = fabs(x), b = fabs(y), big = a > b ? a : b, small = a > b ? b : a;
    return big == 0 ? 0 : big * sqrt(1 + (small / big) * (small / big));
}

/* pair backwards different */
double backwards_old(const double v[4]) { return v[0] + v[1] + v[2] + v[3]; }
double backwards_new(const double v[4]) { return v[3] + v[2] + v[1] + v[0]; }

/* pair discriminant different */
double discriminant_old(double a, double b, double c) { return b * b - 4 * a * c; }
double discriminant_new(double a, double b, double c) { return fma(b, b, -(4 * a * c)); }

/* pair tenth different */
double tenth_old(double x) { return x / 10; }
double tenth_new(double x) { return x * 0.1; }

/* pair third different */
float third_old(float x) { return x / 3; }
float third_new(float x) { return x * (1.0f / 3); }

/* pair squares different */
double squares_old(double x, double y) { return x * x - y * y; }
double squares_new(double x, double y) { return (x - y) * (x + y); }

/* pair factored different */
double factored_old(double a, double b, double c) { return a * b + a * c; }
double factored_new(double a, double b, double c) { return a * (b + c); }

/* pair small different */
double small_old(double x) { return exp(x) - 1; }
double small_new(double x) { return expm1(x); }

/* pair reciprocal different */
double reciprocal_old(double x) { return 1 / (1 / x); }
double reciprocal_new(double x) { return x; }

/* pair zero different */
double zero_old(double x, double y) { return x - y; }
double zero_new(double x, double y) { return -(y - x); }

/* pair rounded different */
double rounded_old(double x) { return x; }
double rounded_new(double x) { return (float)x; }

/* pair rare different */
double rare_old(double x) { return x; }
double rare_new(double x) { return x == 1234.5678 ? 0 : x; }

/* pair limited different --range x=-1..1 --range y=-1..1 --absolute 1e-17 */
double limited_old(double x, double y) { return x * x - y * y; }
double limited_new(double x, double y) { return (x - y) * (x + y); }

/* pair contracted different --fn contracted --cflags=-march=x86-64-v3 --old-cflags=-ffp-contract=off --new-cflags=-ffp-contract=fast */
double contracted(double a, double b, double c) { return a * b + c; }

/* pair fast different --fn fast --new-cflags='-O3 -ffast-math' */
double fast(const double v[4]) { return ((v[0] + v[1]) - v[0]) + v[2] * v[3] / 7; }
