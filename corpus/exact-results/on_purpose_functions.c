/* Elementary functions by argument reduction, tables and tests of rounding. */
#include <math.h>
#include <stdint.h>

/* meaning: exp(x); x=-10..10 */
double exp_reduced(double x) { int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5)); double r = x - k * 6.93147180369123816490e-01 - k * 1.90821492927058770002e-10, s = 1, t = 1; for (int i = 1; i < 14; i++) s += t *= r / i; return ldexp(s, k); }
/* meaning: exp(x); x=-10..10 */
double exp_magic(double x) { double n = (x * 1.4426950408889634 + 6755399441055744.0) - 6755399441055744.0, r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10, s = 1, t = 1; for (int i = 1; i < 14; i++) s += t *= r / i; return s * pow(2, n); }
/* meaning: exp(x); x=-5..5 */
double exp_of_table(double x) { static const double t[8] = {1, 1.0905077326652577, 1.189207115002721, 1.2968395546510096, 1.4142135623730951, 1.5422108254079407, 1.681792830507429, 1.8340080864093424}; int n = (int)floor(x * 11.541560327111707 + 0.5), i = n & 7; double r = x - n * 0.08664339756999316; return ldexp(t[i] * (1 + r * (1 + r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24))))), n >> 3); }
/* meaning: exp(x) - 1; x=-0.3..0.3 */
double expm1_compensated(double x) { double h = exp(x); volatile double l = h - 1; return h == 1 ? x : l * x / log(h); }
/* meaning: log(1 + x); x=-0.3..0.3 */
double log1p_compensated(double x) { volatile double u = 1 + x; double d = u - 1; return d == 0 ? x : log(u) * x / d; }
/* meaning: log(1 + x); x=1e-12..0.3 */
double log1p_with_correction(double x) { double u = 1 + x; return log(u) - ((u - 1) - x) / u; }
/* meaning: x - k * pi / 2; x=1..100 k=0..60 */
double reduced_in_two_parts(double x, int k) { return (x - k * 1.57079632673412561417) - k * 6.07710050650619224932e-11; }
/* meaning: x - k * pi / 2; x=1..100 k=0..60 */
double reduced_in_three_parts(double x, int k) { double r = x - k * 1.57079632673412561417; r -= k * 6.07710050630396597660e-11; return r - k * 2.02226624879595063154e-21; }
/* meaning: x - k * pi / 2; x=1..100 k=0..60 */
double reduced_by_fma(double x, int k) { return fma(-k, 6.123233995736766e-17, fma(-k, 1.5707963267948966, x)); }
static const double PI_PARTS[2] = {3.141592653589793, 1.2246467991473532e-16};
/* meaning: x - k * pi; x=1..100 k=0..30 */
double reduced_from_table(double x, int k) { return (x - k * PI_PARTS[0]) - k * PI_PARTS[1]; }
/* meaning: x - k * log(2); x=1..100 k=0..144 */
float reduced_float(float x, int k) { return (x - k * 0.693145752f) - k * 1.42860677e-06f; }
/* meaning: sin(x); x=1..100 */
double sin_reduced(double x) { int k = (int)(x * 0.3183098861837907 + 0.5); double r = (x - k * 3.1415926534682512) - k * 1.215420101301239e-10, q = r * r, s = r * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * (1 - q / 110 * (1 - q / 156)))))); return k & 1 ? -s : s; }
/* meaning: cos(x); x=1..100 */
double cos_of_fraction(double x) { double y = x * 0.15915494309189535; y -= floor(y); return cos(6.283185307179586 * y); }
/* meaning: acos(x); x=-1..1 */
double acos_two_parts(double x) { return 1.5707963267948966 - (asin(x) - 6.123233995736766e-17); }
/* meaning: tan(x); x=0.1..1 */
double tan_in_parts(double x) { double h = (x + 0x1p30) - 0x1p30, l = x - h; return tan(h) + l * (1 + tan(h) * tan(h)); }
/* meaning: log(x); x=0.1..100 */
double log_reduced(double x) { int e; double m = frexp(x, &e); if (m < 0.7071067811865476) { m *= 2; e--; } double f = (m - 1) / (m + 1), q = f * f; return e * 6.93147180369123816490e-01 + (e * 1.90821492927058770002e-10 + 2 * f * (1 + q * (1.0 / 3 + q * (0.2 + q * (1.0 / 7 + q / 9))))); }
/* meaning: x ^ 3; x=1..10 */
double power_by_split_exponent(double x) { float h = (float)x; double l = x - h; return (double)h * h * h + 3 * (double)h * h * l + 3 * h * l * l + l * l * l; }
/* meaning: exp(x); x=-1..1 */
double ziv_exp(double x) { double h = 1 + x, l = x * x * (0.5 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x / 5040))))); double r = h + l; if (r == h + (l + r * 1e-16)) return r; return exp(x); }
/* meaning: sin(x); x=0.1..1 */
double ziv_sin(double x) { double q = x * x, l = -x * q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040 - q / 362880))), r = x + l; return r == r + 1e-17 * r && r == r - 1e-17 * r ? r : sin(x); }
/* meaning: none; x=0.1..1 e=1e-18..1e-16 */
double ziv_test(double x, double e) { double r = x * x * 0.3; return r + e == r ? 1 : 0; }
static int is_rounded(double r, double e) { return r == r + e * 1.1; }
/* meaning: exp(x) - 1; x=0.01..0.1 */
double ziv_by_call(double x) { double r = x + x * x / 2 + x * x * x / 6 + x * x * x * x / 24; return is_rounded(r, 1e-17) ? r : expm1(x); }
/* meaning: none; x=-100..100 */
double quadrant(double x) { return (double)((long)floor(x / 1.5707963267948966) & 3); }
/* meaning: sqrt(x * x + y * y); x=1e-300..1e300 y=1e-300..1e300 */
double hypot_scaled_by_exponent(double x, double y) { int e = ilogb(fmax(x, y)); x = scalbn(x, -e); y = scalbn(y, -e); return scalbn(sqrt(x * x + y * y), e); }
/* meaning: sqrt(x * x + y * y); x=1..1e3 y=1..1e3 */
double hypot_corrected(double x, double y) { double h = sqrt(fma(x, x, y * y)), h2 = h * h, x2 = x * x, d = fma(-y, y, h2 - x2) + fma(h, h, -h2) - fma(x, x, -x2); return h == 0 ? 0 : h - d / (2 * h); }
/* meaning: x ^ (1 / 3); x=0.1..100 */
double cbrt_chopped(double x) { double t = pow(x, 0.333333333333); t = (t + t * 0x1p30) - t * 0x1p30; return t + t * (x - t * t * t) / (2 * t * t * t + x); }
/* meaning: x * pi; x=1..100 */
double times_pi_in_parts(double x) { return fma(x, 3.141592653589793, x * 1.2246467991473532e-16); }
/* meaning: erf(x); x=0.1..2 */
double erf_chopped(double x) { double z = (float)x; return 1 - exp(-z * z - 0.5625) * exp((z - x) * (z + x) + 0.9) / x; }
/* meaning: log(2) * k; k=1..1000 */
double log2_multiple(int k) { return k * 6.93147180369123816490e-01 + k * 1.90821492927058770002e-10; }
/* meaning: 10 ^ x; x=-20..20 */
double pow10_by_parts(double x) { double n = floor(x * 3.3219280948873626 + 0.5), r = x - n * 0.30102999566398114251 - n * 5.27e-14; return ldexp(exp(r * 2.302585092994046), (int)n); }
/* meaning: tanh(x); x=0.1..5 */
double tanh_by_table(double x) { static const double t[6] = {0, 0.7615941559557649, 0.9640275800758169, 0.9950547536867305, 0.999329299739067, 0.9999092042625951}; int n = (int)x; double d = tanh(x - n); return (t[n] + d) / (1 + t[n] * d); }
