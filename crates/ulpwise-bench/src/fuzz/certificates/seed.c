/* Programs whose certificates are damaged: branches, loops, calls, memory, tables and the library.
   Each raises some exceptions, and cannot raise others. */
#include <math.h>

struct pair {
    double low, high;
};

static const double table[4] = {0.5, -0.25, 0.125, -0.0625};

static double scaled(double x, double by) { return x * by; }

static double horner(double x)
{
    double sum = 0;
    for (int i = 3; i >= 0; i--)
        sum = sum * x + table[i];
    return sum;
}

double branches(double x, double y)
{
    if (x > y)
        return 1 / (x - y);
    if (fabs(x) < 4)
        return sqrt(4 - x) + scaled(x, 0.5);
    return scaled(x, y);
}

double loops(double x)
{
    double sum = 0;
    for (int i = 1; i < 100; i++)
        sum += 1.0 / i;
    while (x > 1)
        x = x * 0.5;
    return x < -1 ? -x : horner(x) / sum;
}

double memory(double x, double y)
{
    struct pair pair = {x, y};
    if (pair.low > pair.high) {
        pair.low = y;
        pair.high = x;
    }
    double cells[3] = {pair.low, pair.high, 1};
    double width = cells[1] - cells[0];
    return cells[2] / (width + 1);
}

double library(double x, int n)
{
    if (x < -700 || x > 700)
        return n / (x - 1000.0);
    double y = exp(x);
    return log(y + 1) + (double)(n % 7) / (1 + fabs(sin(x)));
}

int conversions(double x, float y)
{
    if (x >= 0 && x < 1e6)
        return (int)x + (int)(y * 0.5f);
    return (int)floor(x);
}

static double plain(double x) { return x * 0.5; }

double caller(double x)
{
    double y = plain(x);
    return y + 1 / x;
}

/* What the first round knows of the order of d and y says nothing of the second one. */
double order(double x, double y)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        double d = i ? x : y + 1;
        if (i)
            sum += 1 / (d - y);
        if (!(d > y))
            return sum;
    }
    return sum;
}

/* Two objects of one place in the program. */
double objects(double x)
{
    double *cells[2];
    for (int i = 0; i < 2; i++)
        cells[i] = __builtin_alloca(sizeof(double));
    *cells[0] = x;
    *cells[1] = 1;
    return x * 0.5 + 1 / *cells[0];
}
