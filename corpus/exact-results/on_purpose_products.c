/* Products, quotients and roots that keep their own roundings. */
#include <math.h>

static void split(double a, double *h, double *l) { double c = 134217729.0 * a; *h = c - (c - a); *l = a - *h; }
static double two_product(double a, double b, double *e) { double p = a * b, ah, al, bh, bl; split(a, &ah, &al); split(b, &bh, &bl); *e = ((ah * bh - p) + ah * bl + al * bh) + al * bl; return p; }
/* meaning: none; a=1..1e6 */
double veltkamp_high(double a) { double c = 134217729.0 * a; return c - (c - a); }
/* meaning: none; a=1..1e6 */
double veltkamp_low(double a) { double c = 134217729.0 * a, h = c - (c - a); return a - h; }
/* meaning: none; a=1..1e6 */
double veltkamp_volatile(double a) { volatile double c = 134217729.0 * a; volatile double d = c - a; return c - d; }
/* meaning: none; a=1..1e3 */
float veltkamp_float(float a) { float c = 4097.0f * a; return c - (c - a); }
/* meaning: none; a=1..1e6 b=1..1e6 */
double dekker_error(double a, double b) { double e; two_product(a, b, &e); return e; }
/* meaning: none; a=1..1e6 b=1..1e6 */
double fma_error(double a, double b) { double p = a * b; return fma(a, b, -p); }
/* meaning: none; a=1..1e3 b=1..1e3 */
float fma_error_float(float a, float b) { float p = a * b; return fmaf(a, b, -p); }
/* meaning: none; a=1..1e6 */
double square_error(double a) { double h, l, p = a * a; split(a, &h, &l); return ((h * h - p) + 2 * h * l) + l * l; }
/* meaning: none; a=1..1e6 b=1..1e6 */
double quotient_rest_by_fma(double a, double b) { double q = a / b; return fma(-q, b, a); }
/* meaning: none; a=1..1e6 b=1..1e6 */
double quotient_rest_by_dekker(double a, double b) { double q = a / b, e, p = two_product(q, b, &e); return (a - p) - e; }
/* meaning: none; a=1..1e6 */
double root_rest_by_fma(double a) { double r = sqrt(a); return fma(-r, r, a); }
/* meaning: none; a=1..1e6 */
double root_rest_by_dekker(double a) { double r = sqrt(a), e, p = two_product(r, r, &e); return (a - p) - e; }
/* meaning: none; a=1..1e6 b=1..1e6 */
double double_double_product_low(double a, double b) { double e, p = two_product(a, b, &e), h = p + e; return e - (h - p); }
/* meaning: none; ah=1..2 al=-1e-17..1e-17 bh=1..2 bl=-1e-17..1e-17 */
double double_double_mul_low(double ah, double al, double bh, double bl) { double e, p = two_product(ah, bh, &e); e += ah * bl + al * bh; double h = p + e; return e - (h - p); }
/* meaning: none; ah=1..2 al=-1e-17..1e-17 bh=1..2 bl=-1e-17..1e-17 */
double double_double_div_low(double ah, double al, double bh, double bl) { double q = ah / bh, e, p = two_product(q, bh, &e), r = ((ah - p) - e + al - q * bl) / bh, h = q + r; return r - (h - q); }
/* meaning: none; a=1..1e6 */
double double_double_sqrt_low(double a) { double r = sqrt(a), e, p = two_product(r, r, &e), c = ((a - p) - e) / (2 * r), h = r + c; return c - (h - r); }
/* meaning: none; u=-1e3..1e3 v=-1e3..1e3; len u=3; len v=3 */
double dot2_correction(const double *u, const double *v) { double s = 0, c = 0; for (int i = 0; i < 3; i++) { double e, p = two_product(u[i], v[i], &e), t = s + p, z = t - s; c += ((s - (t - z)) + (p - z)) + e; s = t; } return c; }
/* meaning: u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; u=-1e3..1e3 v=-1e3..1e3; len u=3; len v=3 */
double dot2(const double *u, const double *v) { double s = 0, c = 0; for (int i = 0; i < 3; i++) { double e, p = two_product(u[i], v[i], &e), t = s + p, z = t - s; c += ((s - (t - z)) + (p - z)) + e; s = t; } return s + c; }
/* meaning: none; x=0..2 */
double compensated_horner_correction(double x) { static const double p[4] = {-1, 3, -3, 1}; double s = p[3], c = 0; for (int i = 2; i >= 0; i--) { double e, q = two_product(s, x, &e), t = q + p[i], z = t - q; c = c * x + (e + ((q - (t - z)) + (p[i] - z))); s = t; } return c; }
/* meaning: a * b - c * d; a=1..1e3 b=1..1e3 c=1..1e3 d=1..1e3 */
double kahan_determinant(double a, double b, double c, double d) { double w = b * c, e = fma(-c, d, c * d), f = fma(a, b, -(c * d)); return f + e + 0 * w; }
/* meaning: none; a=1..1e3 b=1..1e3 c=1..1e3 d=1..1e3 */
double kahan_determinant_error(double a, double b, double c, double d) { double w = c * d; return fma(-c, d, w) + 0 * (a + b); }
/* meaning: none; a=1..1e6 b=1..1e6 */
double product_error_through_memory(double a, double b) { double m[3]; m[0] = a * b; m[1] = -m[0]; m[2] = fma(a, b, m[1]); return m[2]; }
/* meaning: none; a=1..1e3 b=1..1e3 */
double float_product_in_double(double a, double b) { float x = (float)a, y = (float)b; float p = x * y; return (double)x * y - p; }
/* meaning: none; a=1..2 b=1..2 c=-4..-1 */
double fma_emulated_low(double a, double b, double c) { double e, p = two_product(a, b, &e), s = p + c, t = s - p, f = (p - (s - t)) + (c - t); return e + f; }
/* meaning: none; x=1..1e6 */
double reciprocal_correction(double x) { double r = 1 / x; return r * fma(-r, x, 1.0) + 0; }
/* meaning: none; a=1..1e6 b=1..1e6 */
double rounded_quotient_choice(double a, double b) { double q = a / b, up = q * (1 + 0x1p-52), r = fma(-q, b, a), s = fma(-up, b, a); return fabs(s) < fabs(r) ? up : q; }
/* meaning: none; x=1..1e6 n=3..3 */
double power_with_error(double x, int n) { double p = x, e = 0; for (int i = 1; i < n; i++) { double f, q = two_product(p, x, &f); e = e * x + f; p = q; } return e; }
