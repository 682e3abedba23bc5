/* Searches for what floats are, and iterations that end when floats say so. */
#include <math.h>

/* meaning: none; x=1..1e6 */
double epsilon_at(double x) { double e = 1; while (x + e / 2 != x) e /= 2; return e; }
/* meaning: none; x=1..1e6 */
double epsilon_volatile(double x) { double e = 1; volatile double s; do { e /= 2; s = x + e; } while (s > x); return e * 2; }
/* meaning: none; b=2..2 */
double radix_of_malcolm(double b) { double a = 1; while ((a + 1) - a == 1) a *= 2; while ((a + b) - a == 0) b += 1; return (a + b) - a; }
/* meaning: none; x=1..2 */
double digits_of(double x) { int n = 0; double a = x; while ((a + 1) - a - 1 == 0) { a *= 2; n++; } return n; }
/* meaning: none; x=1..2 */
double smallest_positive(double x) { double t = x; while (t / 2 > 0) t /= 2; return t; }
/* meaning: none; x=1..2 */
double largest_finite(double x) { double t = x; while (t * 2 < INFINITY) t *= 2; return t; }
static int is_same(double a, double b) { volatile double s = a + b; return s == a; }
/* meaning: none; x=1..1e3 */
double epsilon_by_call(double x) { double e = x; for (int i = 0; i < 80 && !is_same(x, e); i++) e /= 2; return e; }
/* meaning: sqrt(a); a=1..100 */
double newton_root_until_same(double a) { double x = a, old; do { old = x; x = (x + a / x) / 2; } while (x != old && x < old); return x; }
/* meaning: sqrt(a); a=1..100 */
double newton_root_until_near(double a) { double x = a; while (fabs(x * x - a) > 1e-15 * a) { double y = (x + a / x) / 2; if (y == x) break; x = y; } return x; }
/* meaning: sqrt(a); a=1..100 */
double newton_root_loose(double a) { double x = a, d; do { d = (x - a / x) / 2; x -= d; } while (fabs(d) > 1e-6 * x); return x; }
/* meaning: 1 / a; a=1..100 */
double newton_reciprocal(double a) { double x = 0.01, d = 1; for (int i = 0; i < 60 && fabs(d) > 1e-9; i++) { d = 1 - a * x; x += x * d; } return x; }
/* meaning: a ^ (1 / 3); a=1..100 */
double halley_cube_root(double a) { double x = a; for (int i = 0; i < 50; i++) { double c = x * x * x, y = x * (c + 2 * a) / (2 * c + a); if (fabs(y - x) <= 1e-10 * y) return y; x = y; } return x; }
/* meaning: exp(x); x=-5..5 */
double series_until_same(double x) { double s = 1, t = 1, old = 0; for (int n = 1; s != old; n++) { old = s; t *= x / n; s += t; } return s; }
/* meaning: exp(x); x=0.1..5 */
double series_until_small(double x) { double s = 1, t = 1; for (int n = 1; t > 1e-8 * s; n++) { t *= x / n; s += t; } return s; }
/* meaning: sin(x); x=0.1..3 */
double sine_until_small(double x) { double s = x, t = x; for (int n = 1; fabs(t) > 1e-12; n++) { t *= -x * x / ((2 * n) * (2 * n + 1)); s += t; } return s; }
/* meaning: acos(0); a=0.5..1.5 b=1.55..1.6 */
double bisected_cosine(double a, double b) { while (b - a > 1e-9) { double m = a + (b - a) / 2; if (cos(m) > 0) a = m; else b = m; } return a; }
/* meaning: acos(0); a=0.5..1.5 b=1.55..1.6 */
double bisected_to_the_end(double a, double b) { for (;;) { double m = a + (b - a) / 2; if (m == a || m == b) return m; if (cos(m) > 0) a = m; else b = m; } }
/* meaning: sqrt(a * b); a=1..2 b=2..4 */
double mean_until_same(double a, double b) { double x = a, y = b; while (x < y) { double m = (x + y) / 2, g = a * b / m; if (m >= y) break; y = m; x = g; } return y; }
/* meaning: none; a=1..2 b=2..4 */
double arithmetic_geometric_mean(double a, double b) { for (int i = 0; i < 60; i++) { double m = (a + b) / 2; b = sqrt(a * b); if (fabs(m - b) < 1e-8 * m) return m; a = m; } return a; }
/* meaning: none; x=0.5..0.9 */
double fixed_point_of_cosine(double x) { double y; while (fabs((y = cos(x)) - x) > 1e-10) x = y; return y; }
/* meaning: 1 / (1 - x); x=0.1..0.9 */
double geometric_series(double x) { double s = 0, t = 1; while (s + t != s) { s += t; t *= x; } return s; }
/* meaning: none; x=1..100 */
double harmonic_until_same(double x) { double s = x * 1e13, t = 1; int n = 0; while (n < 3000 && s + t > s) { t *= 0.9; n++; } return n; }
/* meaning: none; x=10..1000 */
double angle_by_loop(double x) { while (x > 6.283185307179586) x -= 6.283185307179586; return x; }
/* meaning: none; x=1e3..1e6 */
double scaled_by_loop(double x) { double y = x * 0.1; int n = 0; while (y >= 1) { y /= 10; n++; } return y + n; }
/* meaning: a / b; a=1..100 b=1..100 */
double division_by_subtraction(double a, double b) { double q = 0; while (a >= b) { a -= b; q += 1; } return q + a / b; }
/* meaning: none; x=0..0.5 h=0.1..0.3 */
double steps_to_one(double x, double h) { int n = 0; for (double t = x; t < 1; t += h) n++; return n; }
/* meaning: log(x); x=1..10 */
double log_by_newton(double x) { double y = 1, d; int n = 0; do { d = x * exp(-y) - 1; y += d; } while (fabs(d) > 1e-7 && ++n < 100); return y; }
/* meaning: none; x=1..1e3 */
double continued_fraction_terms(double x) { double y = x * 0.31; int n = 0; while (n < 40) { double f = y - floor(y); if (f < 1e-9) break; y = 1 / f; n++; } return n; }
