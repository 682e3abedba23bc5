/* Random inputs against bounds: what a function computes in its own format, against the same operations in quadruple precision of the C library and the compiler. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 quad;

quad sqrtf128(quad), sinf128(quad), cosf128(quad), expf128(quad), logf128(quad), expm1f128(quad), fabsf128(quad),
    fmaf128(quad, quad, quad), fminf128(quad, quad), fmaxf128(quad, quad);

static uint64_t state;

/* SplitMix64. */
static uint64_t next(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static double unit(void) { return (double)(next() >> 11) * 0x1p-53; }

/* A number of a range: evenly, or by magnitude, now and then one with few digits. */
static double drawn(double low, double high) {
    double number = low + (high - low) * unit();
    uint64_t how = next() % 8;
    if (how < 3 && low * high > 0)
        number = copysign(exp(log(fabs(low)) + (log(fabs(high)) - log(fabs(low))) * unit()), low);
    else if (how < 3 && low * high <= 0)
        number *= exp(-40 * unit());
    if (how == 3) {
        uint64_t bits;
        memcpy(&bits, &number, 8);
        bits &= ~(UINT64_MAX >> (12 + next() % 30));
        memcpy(&number, &bits, 8);
    }
    return number < low ? low : number > high ? high : number;
}

/* The largest errors so far, and how many were above the bounds. A bound below zero is none. */
struct seen {
    double absolute, relative, smallest;
    double absolute_bound, relative_bound;
    uint64_t above;
};

/* What is added to a bound for the reference's own rounding: its errors are 2^-60 of those that are measured. */
#define SLACK (1 + 0x1p-40)

static int see(struct seen *seen, double computed, quad right) {
    quad distance = computed - right;
    if (distance < 0)
        distance = -distance;
    quad size = right < 0 ? -right : right;
    if (size < seen->smallest)
        size = seen->smallest;
    double absolute = (double)distance, relative = (double)(distance / size);
    if (!(absolute <= seen->absolute))
        seen->absolute = absolute;
    if (!(relative <= seen->relative))
        seen->relative = relative;
    int above = !(absolute <= seen->absolute_bound * SLACK) || (seen->relative_bound >= 0 && !(relative <= seen->relative_bound * SLACK));
    seen->above += above;
    return above && seen->above <= 3;
}
