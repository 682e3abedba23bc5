// A plain C program that calls libm in every rounding mode and prints bits, flags and errno: what the crate must
// match. The numbers to call it with are given on the command line as the hexadecimal bits of doubles.

#define _GNU_SOURCE
#include <complex.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static void report(const char *name, const void *result, size_t size) {
    int flags = fetestexcept(FE_ALL_EXCEPT), error = errno;
    fesetround(FE_TONEAREST);
    printf("%s ", name);
    for (size_t i = size; i-- > 0;) printf("%02x", ((const unsigned char *)result)[i]);
    printf(" %d %d\n", flags, error);
}

#define MEASURE(label, F, size, expression)                                                                         \
    do {                                                                                                            \
        fesetround(modes[mode]);                                                                                    \
        feclearexcept(FE_ALL_EXCEPT);                                                                                        \
        errno = 0;                                                                                                  \
        F result = (expression);                                                                                    \
        report(label, &result, size);                                                                               \
    } while (0)

// A float or long double argument that is rounded or widened before the measurement starts.
#define UNARY(name)                                                                                                 \
    MEASURE(#name, double, 8, name(x));                                                                             \
    MEASURE(#name "f", float, 4, name##f(xf));                                                                      \
    MEASURE(#name "l", long double, 10, name##l(xl));
#define BINARY(name)                                                                                                \
    MEASURE(#name, double, 8, name(x, y));                                                                          \
    MEASURE(#name "f", float, 4, name##f(xf, yf));                                                                  \
    MEASURE(#name "l", long double, 10, name##l(xl, yl));

static double number(const char *digits) {
    uint64_t bits = strtoull(digits, NULL, 16);
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

int main(int words, char **word) {
    int count = words - 1;
    for (int mode = 0; mode < 4; mode++) {
        for (int i = 0; i < count; i++) {
            volatile double x = number(word[1 + i]), y = number(word[1 + (i * 7 + 3) % count]);
            volatile float xf = (float)x, yf = (float)y;
            volatile long double xl = x, yl = y;
            UNARY(acos) UNARY(acosh) UNARY(asin) UNARY(asinh) UNARY(atan) UNARY(atanh) UNARY(cbrt) UNARY(ceil)
            UNARY(cos) UNARY(cosh) UNARY(erf) UNARY(erfc) UNARY(exp) UNARY(exp10) UNARY(exp2) UNARY(expm1)
            UNARY(fabs) UNARY(floor) UNARY(j0) UNARY(j1) UNARY(log) UNARY(log10) UNARY(log1p) UNARY(log2) UNARY(logb)
            UNARY(nearbyint) UNARY(rint) UNARY(round) UNARY(roundeven) UNARY(sin) UNARY(sinh) UNARY(sqrt) UNARY(tan)
            UNARY(tanh) UNARY(tgamma) UNARY(trunc) UNARY(y0) UNARY(y1) UNARY(lgamma) UNARY(gamma)
            BINARY(atan2) BINARY(copysign) BINARY(fdim) BINARY(fmax) BINARY(fmin) BINARY(fmod) BINARY(hypot)
            BINARY(nextafter) BINARY(pow) BINARY(remainder)
            double parts[2];
            fesetround(modes[mode]), feclearexcept(FE_ALL_EXCEPT), errno = 0;
            double complex quotient = __builtin_complex((double)x, 1.0) / __builtin_complex((double)y, (double)x);
            parts[0] = creal(quotient), parts[1] = cimag(quotient);
            report("__divdc3", parts, 16);
            MEASURE("lrint", long, 8, lrint(x));
            MEASURE("ilogbl", int, 4, ilogbl(xl));
        }
    }
    return 0;
}
