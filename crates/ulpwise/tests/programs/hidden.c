/* Exceptions behind branches that no random input passes, each with a near miss that has none. */
#include <math.h>
#include <stdint.h>
#include <string.h>

double hidden_square(double x, double y) { // at risk: divide-by-zero
    if (x * x == 2.25 && y > x)
        return y / (x - 1.5);
    return 0;
}
double free_square(double x, double y) { // at risk: divide-by-zero
    if (x * x == 2.25 && y > x)
        return y / (x - 2.5);
    return 0;
}

double hidden_neighbours(double x) { // at risk: divide-by-zero
    if (x > 1 && x < 1.0000000000000004)
        return 1 / (x - 1.0000000000000002);
    return 0;
}
double free_neighbours(double x) { // at risk: divide-by-zero
    if (x > 1 && x < 1.0000000000000002)
        return 1 / (x - 1.0000000000000002);
    return 0;
}

double hidden_bits(double x) { // at risk: invalid
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if ((bits & 0xffff) == 0xbeef && (bits >> 48) == 0xc03e)
        return sqrt(x + 30);
    return 0;
}
double free_bits(double x) { // at risk: invalid
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if ((bits & 0xffff) == 0xbeef && (bits >> 48) == 0x403e)
        return sqrt(x - 30);
    return 0;
}

double hidden_integers(int a, int b) { // at risk: divide-by-zero
    if (a * 1237 + b == 99991 && a > 70 && b > 0)
        return 1.0 / (b - 12164 + (a - 71) * 1237);
    return 0;
}
double free_integers(int a, int b) { // at risk: divide-by-zero
    if (a == 71 && b > 0 && b < 12164)
        return 1.0 / (b - 12164);
    return 0;
}

double hidden_absorbed(double x) { // at risk: overflow
    if (x + 1 == x && x > 0 && x * 0.5 < 9007199254740993)
        return x * 1e293;
    return 0;
}
double free_absorbed(double x) { // at risk: overflow
    if (x + 1 == x && x > 0 && x * 0.5 < 9007199254740993)
        return x * 1e291;
    return 0;
}

double hidden_rounding(double x) { // at risk: divide-by-zero
    if (x > 0 && x < 3)
        return 1 / (x * 3 - 1);
    return 0;
}
double free_rounding(double x) { // at risk: divide-by-zero
    if (x >= 0.34 && x < 3)
        return 1 / (x * 3 - 1);
    return 0;
}

double hidden_ladder(int n, double x) { // at risk: invalid
    double s = x;
    for (int i = 0; i < 4; i++)
        s = (n >> i & 1) ? s * 2 : s - 3;
    if (x > 10 && x < 11 && s == 80)
        return sqrt(s - 80.5);
    return 0;
}
double free_ladder(int n, double x) { // at risk: invalid
    double s = x;
    for (int i = 0; i < 4; i++)
        s = (n >> i & 1) ? s * 2 : s - 3;
    if (x > 10 && x < 11 && s == 80)
        return sqrt(s - 79.5);
    return 0;
}

double hidden_float(float x) { // at risk: divide-by-zero
    float y = x * 3;
    if (y > 0.3f && y < 0.30000008f)
        return 1 / (double)(y - 0.30000004f);
    return 0;
}
double free_float(float x) { // at risk: divide-by-zero
    float y = x * 3;
    if (y > 0.3f && y < 0.30000008f)
        return 1 / (double)(y - 0.30000008f);
    return 0;
}

double hidden_table(unsigned i, double x) { // at risk: overflow
    static const double scale[8] = {1, 2, 4, 8, 16, 1e300, 64, 128};
    if (i < 8 && x > 1e8 && x < 2e8)
        return x * scale[i];
    return 0;
}
double free_table(unsigned i, double x) { // at risk: overflow
    static const double scale[8] = {1, 2, 4, 8, 16, 1e299, 64, 128};
    if (i < 8 && x > 1e8 && x < 2e8)
        return x * scale[i];
    return 0;
}

double hidden_cubic(double x) { // at risk: divide-by-zero
    if (x * x * x == 3.375)
        return 1 / (x - 1.5);
    return 0;
}
double free_cubic(double x) { // at risk: divide-by-zero
    if (x * x * x == 3.375)
        return 1 / (x + 1.5);
    return 0;
}
