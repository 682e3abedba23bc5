#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pair { double a; float b; };
union bits { double d; uint64_t u; float f[2]; int32_t i[2]; };
static double s0 = 1, s1 = -2, work[4] = {1, 2, 3, 4};
static float s2 = 0.5f;
static int s3 = 7;
static double *where = &s0;
static double table[8] = {0.5, -1.25, 3, 1e-3, 1e10, -2e-8, 1e300, 4};
static const struct { const double *data; int order; } series = {table, 7};

static double plus_one(double x) { return x + 1; }
static double halve(double x) { return x / 2; }
static double invert(double x) { return 1 / x; }
static double (*const functions[4])(double) = {plus_one, halve, invert, sqrt};
static double apply(double (*function)(double), double x) { return function(x); }
static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double sum_of(int count, ...)
{
    va_list list; va_start(list, count); double sum = 0;
    for (int i = 0; i < count; i++) sum += va_arg(list, double);
    va_end(list); return sum;
}
static double by_value(struct pair p) { return p.a * p.b - p.b; }
static struct pair swapped(struct pair p) { struct pair q = {p.b, (float)p.a}; return q; }
static double series_at(double x)
{
    double sum = 0;
    for (int i = series.order; i >= 0; i--) sum = sum * x + series.data[i];
    return sum;
}
static void store(double *to, double value) { *to = value; }
static double power(double x, int n) { return n <= 0 ? 1 : x * power(x, n > 9 ? 9 : n - 1); }

void poke(double s, double t, float r, int m)
{
    s0 = s; s1 = t; s2 = r; s3 = m; work[m & 3] = s;
    where = m & 16 ? &s1 : m & 32 ? &work[m & 3] : &s0;
    errno = m & 3;
    if (m & 4) feraiseexcept(FE_INEXACT | FE_OVERFLOW);
}

