/* Bits of floats read and written: what a library of elementary functions does. */
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t bits(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static double from_bits(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
static uint32_t bits32(float x) { union { float f; uint32_t u; } v = {x}; return v.u; }
static float from_bits32(uint32_t u) { union { uint32_t u; float f; } v = {u}; return v.f; }
/* meaning: 1 / sqrt(x); x=0.1..100 */
float fast_inverse_root(float x) { float h = 0.5f * x; x = from_bits32(0x5f3759df - (bits32(x) >> 1)); return x * (1.5f - h * x * x); }
/* meaning: 1 / sqrt(x); x=0.1..100 */
double fast_inverse_root_double(double x) { double y = from_bits(0x5fe6eb50c7b537a9 - (bits(x) >> 1)); y *= 1.5 - 0.5 * x * y * y; return y * (1.5 - 0.5 * x * y * y); }
/* meaning: sqrt(x); x=0.1..100 */
float root_by_bits(float x) { return from_bits32((bits32(x) >> 1) + 0x1fbd1df5); }
/* meaning: log2(x); x=0.1..100 */
float log2_by_bits(float x) { return (float)bits32(x) * 1.1920928955078125e-7f - 126.94269504f; }
/* meaning: 2 ^ x; x=-10..10 */
float exp2_by_bits(float x) { return from_bits32((uint32_t)((x + 126.94269504f) * 8388608.0f)); }
/* meaning: x ^ (1 / 3); x=0.1..100 */
float cube_root_by_bits(float x) { float y = from_bits32(bits32(x) / 3 + 709921077u); return y - (y * y * y - x) / (3 * y * y); }
/* meaning: 1 / x; x=0.1..100 */
float reciprocal_by_bits(float x) { float y = from_bits32(0x7ef311c3u - bits32(x)); return y * (2 - x * y); }
/* meaning: none; x=1..1e6 */
double exponent_by_bits(double x) { return (double)((int)(bits(x) >> 52 & 0x7ff) - 1023); }
/* meaning: none; x=1..1e6 */
double significand_by_bits(double x) { return from_bits((bits(x) & 0xfffffffffffff) | 0x3ff0000000000000); }
/* meaning: none; x=1..1e6 */
double next_by_bits(double x) { return from_bits(bits(x * 0.1) + 1); }
/* meaning: none; x=1..1e6 */
double previous_by_bits(double x) { return from_bits(bits(x * 0.1) - 1); }
/* meaning: none; x=1..1e6 */
double unit_by_bits(double x) { double y = x * 0.1; return from_bits(bits(y) + 1) - y; }
/* meaning: none; x=1..1e6 */
double low_word_cleared(double x) { return from_bits(bits(x * 0.1) & 0xffffffff00000000); }
/* meaning: none; x=1..1e6 */
double low_part_by_words(double x) { double y = x * 0.1, h = from_bits(bits(y) & 0xfffffffff8000000); return y - h; }
/* meaning: none; x=-1e6..1e6 */
double sign_by_bits(double x) { return (bits(x * 0.1 - 3) >> 63) ? -1.0 : 1.0; }
/* meaning: abs(x * 0.1 - 3); x=-1e6..1e6 */
double absolute_by_bits(double x) { return from_bits(bits(x * 0.1 - 3) & 0x7fffffffffffffff); }
/* meaning: none; x=1..1e6 k=-20..20 */
double scaled_by_bits(double x, int k) { return from_bits(bits(x * 0.1) + ((uint64_t)(int64_t)k << 52)); }
/* meaning: none; k=-20..20 */
double power_of_two_by_bits(int k) { return from_bits((uint64_t)(k + 1023) << 52) * 0.1; }
static int high_word(const double *p) { return ((const int *)p)[1]; }
/* meaning: none; x=-1e6..1e6 */
double word_through_pointer(double x) { double y = x * 0.1; return high_word(&y) < 0x40000000 ? y : 1 / y; }
static void clear_low(void *p) { *(uint32_t *)p = 0; }
/* meaning: none; x=1..1e6 */
double cleared_through_pointer(double x) { double y = x * 0.1; clear_low(&y); return y; }
/* meaning: none; x=1..1e6 */
double bytes_of_double(double x) { double y = x * 0.1; unsigned char *p = (unsigned char *)&y; return p[0] + 256.0 * p[1]; }
/* meaning: none; x=1..1e6 */
double frexp_fraction(double x) { int e; return frexp(x * 0.1, &e); }
/* meaning: none; x=1..1e6 */
double frexp_exponent(double x) { int e; frexp(x * 0.1, &e); return e; }
/* meaning: none; x=1..1e6 */
double ldexp_of_frexp(double x) { int e; double f = frexp(x * 0.1, &e); return ldexp(f * 1.1, e - 1); }
/* meaning: none; x=1..1e6 */
double nextafter_distance(double x) { double y = x * 0.1; return nextafter(y, 1e9) - y; }
/* meaning: none; x=1..1e6 */
double ilogb_of_product(double x) { return ilogb(x * 0.1); }
/* meaning: none; x=1..1e6 */
double logb_of_product(double x) { return logb(x * 0.1); }
/* meaning: none; x=1..1e6 */
double scalbn_of_exponent(double x) { return scalbn(x * 0.1, -ilogb(x * 0.1)); }
/* meaning: none; a=1..1e6 b=1..1e6 */
double distance_in_units(double a, double b) { int64_t d = (int64_t)bits(a * 0.1) - (int64_t)bits(b * 0.1); return (double)d; }
/* meaning: log(x); x=0.1..100 */
double log_of_table(double x) { static const double t[4] = {0, 0.22314355131420976, 0.4054651081081644, 0.5596157879354227}; uint64_t u = bits(x); int e = (int)(u >> 52) - 1023; double m = from_bits((u & 0xfffffffffffff) | 0x3ff0000000000000); int i = (int)((m - 1) * 4); double r = m / (1 + 0.25 * i) - 1; return e * 0.6931471805599453 + t[i] + r * (1 - r * (0.5 - r * (1.0 / 3 - r * 0.25))); }
/* meaning: none; x=1..1e6 */
double ordered_key(double x) { int64_t i = (int64_t)bits(x * 0.1 - 5); return (double)(i < 0 ? i ^ 0x7fffffffffffffff : i); }
/* meaning: none; x=1..1e3 */
float half_by_bits(float x) { uint32_t u = bits32(x * 0.1f); return from_bits32((u + 0x1000) & 0xffffe000); }
/* meaning: none; x=1..1e3 */
float bfloat_by_bits(float x) { uint32_t u = bits32(x * 0.1f); return from_bits32((u + 0x7fff + (u >> 16 & 1)) & 0xffff0000); }
/* meaning: none; x=1..1e3 */
double exponent_sum(double x) { uint64_t a = bits(x * 0.3), b = bits(x * 0.7); return from_bits(a - 0x3ff0000000000000 + b); }
/* meaning: sqrt(x); x=0.1..100 */
double root_from_bits_and_newton(double x) { double y = from_bits((bits(x) >> 1) + 0x1ff7a3bea91d9b1b); for (int i = 0; i < 2; i++) y = 0.5 * (y + x / y); return y; }
/* meaning: none; x=-1e6..1e6 */
double signbit_of_difference(double x) { double y = x * 0.1 - x / 10; return signbit(y) ? -1.0 : 1.0; }
/* meaning: none; x=-1e6..1e6 */
double copied_sign(double x) { return copysign(1.5, x * 0.1 - x / 10) * x; }
/* meaning: x * 10; x=1e300..1e308 */
double infinite_or_scaled(double x) { double y = x * 10; return isinf(y) ? x * 0.01 : y; }
/* meaning: none; x=1e-310..1e-300 */
double normal_or_scaled(double x) { double y = x * 1e-8; return isnormal(y) ? y : x; }
/* meaning: none; x=1..1e6 */
double hashed(double x) { uint64_t u = bits(x * 0.1) * 0x9e3779b97f4a7c15; return (double)(u >> 11) * 0x1p-53; }
