// The functions of twenty.py in C, operation by operation. numba raises an exception where a divisor is
// zero; so these return there.
#include <math.h>

#define N 4

double average(double x, double y) { return (x + y) / 2.0; }

double quadratic_root(double a, double b, double c) {
    double d = b * b - 4.0 * a * c;
    if (d < 0.0 || a == 0.0) return 0.0;
    double q = 2.0 * a;
    if (q == 0.0) return 0.0;
    return (-b + sqrt(d)) / q;
}

double haversine(double lat1, double lon1, double lat2, double lon2) {
    double s = sin((lat2 - lat1) / 2.0);
    double t = sin((lon2 - lon1) / 2.0);
    double h = s * s + cos(lat1) * cos(lat2) * t * t;
    return 2.0 * 6371.0 * asin(sqrt(h));
}

double black_scholes(double s, double k, double t, double r, double sigma) {
    double root = sigma * sqrt(t);
    if (k == 0.0 || root == 0.0) return 0.0;
    double d1 = (log(s / k) + (r + 0.5 * sigma * sigma) * t) / root;
    double d2 = d1 - root;
    double n1 = 0.5 * erfc(-d1 / 1.4142135623730951);
    double n2 = 0.5 * erfc(-d2 / 1.4142135623730951);
    return s * n1 - k * exp(-r * t) * n2;
}

double kepler(double m, double e) {
    double x = m;
    for (int i = 0; i < 4; i++) {
        double d = 1.0 - e * cos(x);
        if (d == 0.0) return 0.0;
        x = x - (x - e * sin(x) - m) / d;
    }
    return x;
}

double log_sum_exp(const double a[static N]) {
    double m = a[0];
    for (int i = 1; i < N; i++)
        if (a[i] > m) m = a[i];
    double s = 0.0;
    for (int i = 0; i < N; i++) s += exp(a[i] - m);
    return m + log(s);
}

double log_sum_exp_naive(const double a[static N]) {
    double s = 0.0;
    for (int i = 0; i < N; i++) s += exp(a[i]);
    return log(s);
}

double softmax_first(const double a[static N]) {
    double m = a[0];
    for (int i = 1; i < N; i++)
        if (a[i] > m) m = a[i];
    double s = 0.0;
    for (int i = 0; i < N; i++) s += exp(a[i] - m);
    double e = exp(a[0] - m);
    if (s == 0.0) return 0.0;
    return e / s;
}

double softmax_first_naive(const double a[static N]) {
    double s = 0.0;
    for (int i = 0; i < N; i++) s += exp(a[i]);
    double e = exp(a[0]);
    if (s == 0.0) return 0.0;
    return e / s;
}

double welford_variance(const double a[static N]) {
    double mean = 0.0, m2 = 0.0;
    for (int i = 0; i < N; i++) {
        double delta = a[i] - mean;
        mean += delta / (i + 1.0);
        m2 += delta * (a[i] - mean);
    }
    double n = N;
    return m2 / (n - 1.0);
}

double running_mean(const double a[static N]) {
    double s = 0.0, last = 0.0;
    for (int i = 0; i < N; i++) {
        s += a[i];
        last = s / (i + 1.0);
    }
    return last;
}

double rk4_step(double y, double h) {
    double k1 = -y * y;
    double u = y + 0.5 * h * k1;
    double k2 = -u * u;
    double v = y + 0.5 * h * k2;
    double k3 = -v * v;
    double w = y + h * k3;
    double k4 = -w * w;
    return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

double bilinear(double q00, double q01, double q10, double q11, double x, double y) {
    double low = q00 * (1.0 - x) + q10 * x;
    double high = q01 * (1.0 - x) + q11 * x;
    return low * (1.0 - y) + high * y;
}

double geometric_mean(const double a[static N]) {
    double p = 1.0, n = N;
    for (int i = 0; i < N; i++) p *= a[i];
    return pow(p, 1.0 / n);
}

double sigmoid(double x) {
    double d = 1.0 + exp(-x);
    if (d == 0.0) return 0.0;
    return 1.0 / d;
}

double hypotenuse(double x, double y) { return sqrt(x * x + y * y); }

double relative_difference(double x, double y) {
    double n = x - y, d = x + y;
    if (d == 0.0) return 0.0;
    return n / d;
}

double horner(double x) { return ((2.0 * x - 3.0) * x + 5.0) * x - 7.0; }

float norm32(float x, float y) { return sqrtf(x * x + y * y); }

long bin_of(double x, double width) {
    if (width == 0.0) return 0;
    return (long)(x / width);
}
