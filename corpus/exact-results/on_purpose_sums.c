/* Sums that keep their own roundings: error-free transformations and what is built of them. */
#include <math.h>

/* meaning: none; a=-1e10..1e10 b=-1e-3..1e3 */
double two_sum_error(double a, double b) { double s = a + b, t = s - a; return (a - (s - t)) + (b - t); }
/* meaning: none; a=1..1e10 b=-1..1 */
double fast_two_sum_error(double a, double b) { double s = a + b; return b - (s - a); }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_diff_error(double a, double b) { double d = a - b, t = d - a; return (a - (d - t)) - (b + t); }
static void two_sum(double a, double b, double *s, double *e) { *s = a + b; double t = *s - a; *e = (a - (*s - t)) + (b - t); }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_by_pointer(double a, double b) { double s, e; two_sum(a, b, &s, &e); return e; }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_volatile(double a, double b) { volatile double s = a + b; volatile double t = s - a; volatile double u = s - t; return (a - u) + (b - t); }
struct pair { double high, low; };
static struct pair sum_of(double a, double b) { struct pair p; p.high = a + b; double t = p.high - a; p.low = (a - (p.high - t)) + (b - t); return p; }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_by_structure(double a, double b) { return sum_of(a, b).low; }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_in_array(double a, double b) { double v[4]; v[0] = a + b; v[1] = v[0] - a; v[2] = v[0] - v[1]; v[3] = (a - v[2]) + (b - v[1]); return v[3]; }
/* meaning: none; a=-1e5..1e5 b=-1e2..1e2 */
float two_sum_float(float a, float b) { float s = a + b, t = s - a; return (a - (s - t)) + (b - t); }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 c=-1e-3..1e-3 */
double three_sum_error(double a, double b, double c) { double s, e, t, f; two_sum(a, b, &s, &e); two_sum(s, c, &t, &f); return e + f; }
/* meaning: none; a=1..2 b=1e-9..1 */
double ordered_sum_error(double a, double b) { if (fabs(a) < fabs(b)) { double t = a; a = b; b = t; } double s = a + b, z = s - a; return b - z; }
/* meaning: none; ah=1..2 al=-1e-17..1e-17 bh=1..2 bl=-1e-17..1e-17 */
double double_double_add(double ah, double al, double bh, double bl) { double s, e; two_sum(ah, bh, &s, &e); e += al + bl; return e - ((s + e) - s); }
/* meaning: none; ah=1..2 al=-1e-17..1e-17 b=1e-9..1 */
double double_double_add_double(double ah, double al, double b) { double s, e; two_sum(ah, b, &s, &e); e += al; double h = s + e; return e - (h - s); }
/* meaning: none; v=-1e8..1e8; len v=5 */
double kahan_error(const double *v) { double s = 0, c = 0; for (int i = 0; i < 5; i++) { double y = v[i] - c, t = s + y; c = (t - s) - y; s = t; } return c; }
/* meaning: v[0] + v[1] + v[2] + v[3] + v[4]; v=-1e8..1e8; len v=5 */
double kahan_sum(const double *v) { double s = 0, c = 0; for (int i = 0; i < 5; i++) { double y = v[i] - c, t = s + y; c = (t - s) - y; s = t; } return s; }
/* meaning: v[0] + v[1] + v[2] + v[3] + v[4]; v=-1e8..1e8; len v=5 */
double neumaier_sum(const double *v) { double s = v[0], c = 0; for (int i = 1; i < 5; i++) { double t = s + v[i]; if (fabs(s) >= fabs(v[i])) c += (s - t) + v[i]; else c += (v[i] - t) + s; s = t; } return s + c; }
/* meaning: none; v=-1e8..1e8; len v=5 */
double neumaier_correction(const double *v) { double s = v[0], c = 0; for (int i = 1; i < 5; i++) { double t = s + v[i]; if (fabs(s) >= fabs(v[i])) c += (s - t) + v[i]; else c += (v[i] - t) + s; s = t; } return c; }
/* meaning: v[0] + v[1] + v[2] + v[3]; v=-1e8..1e8; len v=4 */
double klein_sum(const double *v) { double s = 0, cs = 0, ccs = 0; for (int i = 0; i < 4; i++) { double c, cc, t = s + v[i]; if (fabs(s) >= fabs(v[i])) c = (s - t) + v[i]; else c = (v[i] - t) + s; s = t; t = cs + c; if (fabs(cs) >= fabs(c)) cc = (cs - t) + c; else cc = (c - t) + cs; cs = t; ccs += cc; } return s + cs + ccs; }
/* meaning: none; v=-1e8..1e8; len v=4 */
double klein_second_correction(const double *v) { double s = 0, cs = 0, ccs = 0; for (int i = 0; i < 4; i++) { double c, cc, t = s + v[i]; if (fabs(s) >= fabs(v[i])) c = (s - t) + v[i]; else c = (v[i] - t) + s; s = t; t = cs + c; if (fabs(cs) >= fabs(c)) cc = (cs - t) + c; else cc = (c - t) + cs; cs = t; ccs += cc; } return ccs; }
/* meaning: none; v=-1e8..1e8; len v=4 */
double cascaded_correction(const double *v) { double s = v[0], e = 0; for (int i = 1; i < 4; i++) { double x, y; two_sum(s, v[i], &x, &y); s = x; e += y; } return e; }
/* meaning: none; v=-1e3..1e3; len v=3 */
double vec_sum_lowest(double *v) { for (int i = 1; i < 3; i++) { double s, e; two_sum(v[i], v[i - 1], &s, &e); v[i] = s; v[i - 1] = e; } return v[0]; }
/* meaning: none; x=1..1e6 y=1e-9..1 */
double fast_two_sum_chain(double x, double y) { double s = x + y, r = y - (s - x), t = s + r; return r - (t - s); }
/* meaning: none; x=-1e9..1e9 */
double extract_high_part(double x) { const double sigma = 0x1p60; return (sigma + x) - sigma; }
/* meaning: none; x=-1e9..1e9 */
double extract_low_part(double x) { const double sigma = 0x1p60; double high = (sigma + x) - sigma; return x - high; }
/* meaning: none; x=0..1 step=1..1e8 */
double compensated_step(double x, double step) { double y = x + step; return step - (y - x); }
/* meaning: none; h=1e-9..1e-3 x=1..1e3 */
double exact_step_width(double h, double x) { volatile double t = x + h; return t - x; }
/* meaning: none; v=-1e5..1e5; len v=4 */
float kahan_error_float(const float *v) { float s = 0, c = 0; for (int i = 0; i < 4; i++) { float y = v[i] - c, t = s + y; c = (t - s) - y; s = t; } return c; }
/* meaning: none; v=-1e8..1e8; len v=4 */
double running_error(const double *v) { double s = v[0], lost = 0; for (int i = 1; i < 4; i++) { double t = s + v[i]; lost += fabs((t - s) - v[i]); s = t; } return lost; }
/* meaning: none; a=1..2 b=-1e-12..1e-12 */
double lost_by_adding(double a, double b) { double s = a + b; s -= a; return s - b; }
static double plus(double a, double b) { return a + b; }
static double minus(double a, double b) { return a - b; }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_by_calls(double a, double b) { double s = plus(a, b), t = minus(s, a); return plus(minus(a, minus(s, t)), minus(b, t)); }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
double two_sum_in_float_of_double(double a, double b) { double s = a + b; float low = (float)((a - (s - (s - a))) + (b - (s - a))); return low; }
