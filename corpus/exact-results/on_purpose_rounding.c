/* Rounding to integers and to multiples, by all ways. */
#include <math.h>
#include <stdint.h>

/* meaning: none; x=-1e6..1e6 */
double magic_nearest(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }
/* meaning: none; x=0..1e6 */
double magic_positive(double x) { return (x + 4503599627370496.0) - 4503599627370496.0; }
/* meaning: none; x=0..1e6 */
double magic_below(double x) { return (x - 4503599627370496.0) + 4503599627370496.0; }
/* meaning: none; x=0..1e4 */
float magic_float(float x) { return (x + 12582912.0f) - 12582912.0f; }
/* meaning: none; x=-1e6..1e6 */
double magic_volatile(double x) { volatile double t = x + 6755399441055744.0; return t - 6755399441055744.0; }
/* meaning: none; x=-1e6..1e6 big=6755399441055744..6755399441055744 */
double magic_given(double x, double big) { return (x + big) - big; }
static const double BIG[2] = {6755399441055744.0, -6755399441055744.0};
/* meaning: none; x=-1e6..1e6 */
double magic_in_table(double x) { return (x + BIG[0]) + BIG[1]; }
/* meaning: none; x=-1e6..1e6 */
double magic_of_sign(double x) { double big = x < 0 ? -4503599627370496.0 : 4503599627370496.0; return (x + big) - big; }
/* meaning: none; x=-1e6..1e6 */
double magic_fraction(double x) { double n = (x + 6755399441055744.0) - 6755399441055744.0; return x - n; }
/* meaning: none; x=0..1e3 */
double magic_hundredths(double x) { return ((x * 100 + 6755399441055744.0) - 6755399441055744.0) / 100; }
/* meaning: none; x=0..1e3 */
double magic_binary_digits(double x) { const double c = 3 * 0x1p41; return (x + c) - c; }
static double add(double a, double b) { return a + b; }
/* meaning: none; x=0..1e6 */
double magic_by_calls(double x) { return add(add(x, 6755399441055744.0), -6755399441055744.0); }
/* meaning: none; x=0..1e6 */
double magic_step_by_step(double x) { double t = 6755399441055744.0; t += x; for (int i = 0; i < 2; i++) t -= 3377699720527872.0; return t; }
/* meaning: none; x=0..1e6 */
double magic_subtracted_twice(double x) { double t = x + 4503599627370496.0; t = t - 4503599627370495.0; return t - 1; }
/* meaning: none; x=-1e6..1e6 */
double integer_part(double x) { return (int)x; }
/* meaning: none; x=-1e6..1e6 */
double fraction_by_cast(double x) { return x * 0.1 - (int)(x * 0.1); }
/* meaning: none; x=-1e6..1e6 */
double nearest_by_cast(double x) { return (long)(x * 3.7 + (x < 0 ? -0.5 : 0.5)); }
/* meaning: none; x=-1e6..1e6 */
double floor_by_cast(double x) { double y = x * 0.37; int n = (int)y; return n > y ? n - 1 : n; }
/* meaning: none; x=0..1e6 */
double cents(double x) { return (double)(int64_t)(x * 100 + 0.5) / 100; }
/* meaning: none; x=0..1e6 */
double unsigned_part(double x) { return (double)(uint32_t)(x * 0.3); }
/* meaning: none; x=-1e6..1e6 */
double rint_of_product(double x) { return rint(x * 0.7); }
/* meaning: none; x=-1e6..1e6 */
double nearbyint_of_quotient(double x) { return x / 7 - nearbyint(x / 7); }
/* meaning: none; x=-1e6..1e6 */
double floor_of_quotient(double x) { return x - 0.1 * floor(x / 0.1); }
/* meaning: none; x=-1e6..1e6 */
double ceil_of_sum(double x) { return ceil(x + 0.3); }
/* meaning: none; x=-1e6..1e6 */
double round_of_product(double x) { return round(x * 1.1) * 0.5; }
/* meaning: none; x=-1e6..1e6 */
double trunc_of_quotient(double x) { return trunc(x / 0.3); }
/* meaning: none; x=-1e6..1e6 */
double lrint_of_product(double x) { return (double)lrint(x * 0.3); }
/* meaning: none; x=-1e6..1e6 */
double modf_of_product(double x) { double n; double f = modf(x * 0.3, &n); return f + 0 * n; }
/* meaning: none; x=1..1e6 */
double fmod_of_product(double x) { return fmod(x * 0.3, 0.7); }
/* meaning: none; x=1..1e6 */
double remainder_of_product(double x) { return remainder(x * 0.3, 0.7); }
/* meaning: none; x=1..1e6 */
double narrowed_and_back(double x) { float y = (float)(x * 0.1); return x * 0.1 - y; }
/* meaning: none; x=-0.5..0.5 */
double wrapped_phase(double x) { double y = x * 40.3; y -= (double)(long)y; return y < 0 ? y + 1 : y; }
/* meaning: none; x=0..1e6 */
double nearest_even_by_parts(double x) { double f = floor(x * 0.9), d = x * 0.9 - f; return d > 0.5 || (d == 0.5 && fmod(f, 2) == 1) ? f + 1 : f; }
/* meaning: none; x=0..255 */
double quantised(double x) { unsigned char q = (unsigned char)(x * 0.99 + 0.5); return q / 255.0; }
