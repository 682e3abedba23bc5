#include <math.h>

double cabs1(double a, double b) { return fabs(b) + fabs(a); }

double lapy2(double x, double y) {
    double a = fabs(x), b = fabs(y);
    double w = a > b ? a : b, z = a < b ? a : b;
    if (z == 0)
        return w;
    double q = z / w;
    return w * sqrt(q * q + 1);
}

void axpy(double alpha, const double x[4], double y[4]) {
    for (int i = 3; i >= 0; i--)
        y[i] += x[i] * alpha;
}

double dot(const double x[4], const double y[4]) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += y[i] * x[i];
    return sum;
}

double asum(const double x[3]) { return fabs(x[0]) + fabs(x[1]) + fabs(x[2]); }

void rot(double x[1], double y[1], double c, double s) {
    double old = *x;
    *x = s * *y + c * old;
    *y = c * *y - old * s;
}

double nrm2(const double x[2]) { return hypot(x[0], x[1]); }
