/* Small functions that are known for how wrong they can be. Before each: the arguments of `ulpwise accuracy`, the relative error that it has to find,
   and whether a bound on that can be proven; one on the absolute error is for all that have ranges. The operation to blame stands at the end of its line. */
#include <math.h>

/* accuracy: --range a=1..2 --range b=10..100 --range c=1..2; at least 1e-13; bound */
double smaller_root(double a, double b, double c) {
    return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); /* guilty: + */
}

/* accuracy: --range a=1..2 --range b=10..100 --range c=1..2; at least 2e-16; bound */
double larger_root(double a, double b, double c) {
    return (-b - sqrt(b * b - 4 * a * c)) / (2 * a);
}

/* accuracy: --range x=1e-6..1; at least 1e-5; bound */
double versine_ratio(double x) {
    return (1 - cos(x)) / (x * x); /* guilty: - */
}

/* accuracy: --range x=1e-6..1; at least 2e-16; bound */
double sine_ratio(double x) {
    double s = sin(x / 2) / x;
    return 2 * s * s;
}

/* accuracy: --range x=1e-12..1; at least 1e-5; bound */
double log_ratio(double x) {
    return log(1 + x) / x; /* guilty: + */
}

/* accuracy: --range x=1e-12..1; at least 1e-5; bound */
double exp_minus_one(double x) {
    return exp(x) - 1; /* guilty: - */
}

/* accuracy: --range x=1e-12..1; at least 1e-16; bound */
double exp_minus_one_by_library(double x) {
    return expm1(x);
}

/* accuracy: --range v=1000..1001 --len v=4 --range n=4..4; at least 1e-2 */
double variance_of_squares(const double *v, int n) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        sum += v[i];
        squares += v[i] * v[i];
    }
    return squares / n - sum / n * (sum / n); /* guilty: - */
}

/* accuracy: --range v=1000..1001 --len v=4 --range n=4..4; at least 1e-16 */
double variance_of_differences(const double *v, int n) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    double mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (v[i] - mean) * (v[i] - mean);
    return squares / n;
}

/* accuracy: --range x=4.25..4.25 --range y=4..4; at least 10 */
double muller(double x, double y) {
    for (int i = 0; i < 20; i++) {
        double next = 108 - (815 - 1500 / y) / x; /* guilty: - */
        y = x;
        x = next;
    }
    return x;
}

/* accuracy: --range a=77000..78000 --range b=33000..34000; at least 1 */
double rump(double a, double b) {
    double b2 = b * b, b4 = b2 * b2;
    return 333.75 * b4 * b2 + a * a * (11 * a * a * b2 - b4 * b2 - 121 * b4 - 2) + 5.5 * b4 * b4 + a / (2 * b); /* guilty: + */
}

/* accuracy: --range a=1..2 --range b=1..2 --range c=2.0001..4; at least 1e-8 */
double heron(double a, double b, double c) {
    double s = (a + b + c) / 2;
    return s * (s - a) * (s - b) * (s - c); /* guilty: - */
}

/* accuracy: --range x=1..1000 --range y=1..1000; at least 1.9e-16; bound */
double distance(double x, double y) {
    return sqrt(x * x + y * y);
}

/* accuracy: --range x=1..1000 --range y=1..1000; at least 0.1 */
double difference_of_squares(double x, double y) {
    return x * x - y * y; /* guilty: - */
}

/* accuracy: --range x=1.9..2.1; at least 1 */
double near_triple_root(double x) {
    return ((x - 6) * x + 12) * x - 8; /* guilty: - */
}

/* accuracy: --range x=1e6..1e12; at least 1e-6 */
double difference_of_roots(double x) {
    return sqrt(x + 1) - sqrt(x); /* guilty: - */
}

/* accuracy: --range x=1e6..1e12; at least 1e-16; bound */
double difference_of_roots_by_sum(double x) {
    return 1 / (sqrt(x + 1) + sqrt(x));
}

/* accuracy: --range x=1e3..1e7; at least 1e-9 */
double difference_of_inverses(double x) {
    return 1 / x - 1 / (x + 1); /* guilty: - */
}

/* accuracy: --range a=-100..100 --len a=8 --range n=8..8; at least 1 */
double sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i]; /* guilty: + */
    return s;
}

/* accuracy: --range x=0..8; at least 1e-10 */
double exp_by_series(double x) {
    double term = 1, total = 1;
    for (int i = 1; i < 40; i++) {
        term *= -x / i;
        total += term; /* guilty: + */
    }
    return total;
}

/* accuracy: --range x=0.1..1 --range y=0.1..1; at least 1e-7; bound */
float single_mean(float x, float y) {
    return (x + y) / 2 * (x - y + 3);
}

/* accuracy: --range x=0.1..1; at least 1e-16; bound */
double fused_polynomial(double x) {
    return fma(fma(x, 0.25, 1), x, 1);
}

/* accuracy: --range x=1..1000 --range y=1..1000; at least 1e-16; bound */
double limited_ratio(double x, double y) {
    return fmin(fmax(x / y, 0.25), 4) * x;
}
