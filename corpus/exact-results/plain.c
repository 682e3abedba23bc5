/* Plain formulas: exact arithmetic is what they mean. Numbers in meanings are the doubles that they
   are in the source. */
#include <math.h>

/* meaning: (-b + sqrt(b * b - 4 * a * c)) / (2 * a); a=1..10 b=100..1e8 c=1..10 */
double quadratic_root(double a, double b, double c) { return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); }
/* meaning: (-b - sqrt(b * b - 4 * a * c)) / (2 * a); a=1..10 b=100..1e8 c=1..10 */
double quadratic_other_root(double a, double b, double c) { double d = b * b - 4 * a * c; return (-b - sqrt(d)) / (2 * a); }
/* meaning: b * b - 4 * a * c; a=1..10 b=1..10 c=1..10 */
double discriminant(double a, double b, double c) { return b * b - 4 * a * c; }
/* meaning: sqrt(x * x + y * y); x=1..1e3 y=1..1e3 */
double hypotenuse(double x, double y) { return sqrt(x * x + y * y); }
/* meaning: sqrt(x * x + y * y + z * z); x=1..1e3 y=1..1e3 z=1..1e3 */
double length_of(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
/* meaning: x - y + z; x=1e6..1e8 y=1e6..1e8 z=1e-8..1 */
double sum_of_three(double x, double y, double z) { return x - y + z; }
/* meaning: v[0] + v[1] + v[2] + v[3] + v[4] + v[5]; v=-1e8..1e8; len v=6 */
double sum_of_array(const double *v) { double s = 0; for (int i = 0; i < 6; i++) s += v[i]; return s; }
/* meaning: (v[0] + v[1] + v[2] + v[3]) / 4; v=-1e8..1e8; len v=4 */
double mean_of(const double *v) { double s = 0; for (int i = 0; i < 4; i++) s += v[i]; return s / 4; }
/* meaning: u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; u=-1e3..1e3 v=-1e3..1e3; len u=3; len v=3 */
double dot_product(const double *u, const double *v) { double s = 0; for (int i = 0; i < 3; i++) s += u[i] * v[i]; return s; }
/* meaning: (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 3 - ((v[0] + v[1] + v[2]) / 3) ^ 2; v=1e3..1e4; len v=3 */
double variance_naive(const double *v) { double s = 0, q = 0; for (int i = 0; i < 3; i++) { s += v[i]; q += v[i] * v[i]; } return q / 3 - (s / 3) * (s / 3); }
/* meaning: ((x - 3) * x + 3) * x - 1; x=0.9..1.1 */
double cubic(double x) { return ((x - 3) * x + 3) * x - 1; }
/* meaning: x ^ 3 - 3 * x ^ 2 + 3 * x - 1; x=0.9..1.1 */
double cubic_expanded(double x) { return x * x * x - 3 * x * x + 3 * x - 1; }
/* meaning: 1 + x * (1 + x * (0.5 + x * (0.16666666666666666 + x * 0.041666666666666664))); x=-1..1 */
double quartic(double x) { static const double p[5] = {1, 1, 0.5, 0.16666666666666666, 0.041666666666666664}; double s = p[4]; for (int i = 3; i >= 0; i--) s = s * x + p[i]; return s; }
/* meaning: (1 - cos(x)) / (x * x); x=1e-6..1 */
double one_minus_cosine(double x) { return (1 - cos(x)) / (x * x); }
/* meaning: (exp(x) - 1) / x; x=1e-8..1 */
double exponential_quotient(double x) { return (exp(x) - 1) / x; }
/* meaning: exp(x) - exp(-x); x=1e-8..1 */
double exponential_difference(double x) { return exp(x) - exp(-x); }
/* meaning: log(x + 1) - log(x); x=1e3..1e8 */
double log_difference(double x) { return log(x + 1) - log(x); }
/* meaning: sqrt(x + 1) - sqrt(x); x=1e3..1e12 */
double root_difference(double x) { return sqrt(x + 1) - sqrt(x); }
/* meaning: sin(x + e) - sin(x); x=0.5..1 e=1e-9..1e-3 */
double sine_difference(double x, double e) { return sin(x + e) - sin(x); }
/* meaning: 1 / (x + 1) - 1 / x; x=1e3..1e8 */
double reciprocal_difference(double x) { return 1 / (x + 1) - 1 / x; }
/* meaning: tan(x) - sin(x); x=1e-4..1 */
double tangent_minus_sine(double x) { return tan(x) - sin(x); }
/* meaning: atan(x + 1) - atan(x); x=1e3..1e8 */
double arctangent_difference(double x) { return atan(x + 1) - atan(x); }
/* meaning: sqrt(s * (s - a) * (s - b) * (s - c)); s=10..11 a=1..9 b=1..9 c=1..9 */
double heron(double s, double a, double b, double c) { return sqrt(s * (s - a) * (s - b) * (s - c)); }
/* meaning: a * d - b * c; a=1..100 b=1..100 c=1..100 d=1..100 */
double determinant(double a, double b, double c, double d) { return a * d - b * c; }
/* meaning: (a * c + b * d) / (c * c + d * d); a=1..100 b=1..100 c=1..100 d=1..100 */
double complex_quotient(double a, double b, double c, double d) { return (a * c + b * d) / (c * c + d * d); }
/* meaning: x * (1 + y) ^ 12; x=1..1e6 y=1e-3..0.1 */
double compound_interest(double x, double y) { double r = x; for (int i = 0; i < 12; i++) r *= 1 + y; return r; }
/* meaning: (exp(log(x) / 3) - 1) * y; x=1..10 y=1..10 */
double power_formula(double x, double y) { return (exp(log(x) / 3) - 1) * y; }
/* meaning: pow(x, y) - 1; x=1..1.1 y=1..10 */
double power_minus_one(double x, double y) { return pow(x, y) - 1; }
/* meaning: (x ^ 2 - y ^ 2) / (x - y); x=1..2 y=2.1..3 */
double squares_quotient(double x, double y) { return (x * x - y * y) / (x - y); }
/* meaning: exp(-x * x / 2) * 0.3989422804014327; x=-5..5 */
double normal_density(double x) { return exp(-x * x / 2) * 0.3989422804014327; }
/* meaning: 1 / (1 + exp(-x)); x=-20..20 */
double logistic(double x) { return 1 / (1 + exp(-x)); }
/* meaning: x / (x + y) - y / (x + y); x=1..2 y=1..2 */
double asymmetry(double x, double y) { double s = x + y; return x / s - y / s; }
static double square(double x) { return x * x; }
/* meaning: sqrt((x - y) * (x - y) + (y - z) * (y - z)); x=1..2 y=1..2 z=1..2 */
double distance_by_calls(double x, double y, double z) { return sqrt(square(x - y) + square(y - z)); }
struct point { double x, y; };
/* meaning: a * d - c * b; a=1..2 b=1..2 c=1..2 d=1..2 */
double cross_of_points(double a, double b, double c, double d) { struct point p = {a, b}, q = {c, d}; return p.x * q.y - q.x * p.y; }
/* meaning: (y2 - y1) / (x2 - x1); x1=1..2 y1=1..2 x2=2.1..3 y2=1..2 */
double slope(double x1, double y1, double x2, double y2) { return (y2 - y1) / (x2 - x1); }
/* meaning: (1 - x) * a + x * b; a=1..1e6 b=1..1e6 x=0..1 */
double interpolated(double a, double b, double x) { return (1 - x) * a + x * b; }
/* meaning: max(x, y) - min(x, y); x=1..1e6 y=1..1e6 */
double spread(double x, double y) { return x > y ? x - y : y - x; }
/* meaning: abs(x - y) / (x + y); x=1..1e3 y=1..1e3 */
double contrast(double x, double y) { return fabs(x - y) / (x + y); }
/* meaning: 3.141592653589793 * x * x * y / 3; x=1..1e3 y=1..1e3 */
double cone(double x, double y) { return 3.141592653589793 * x * x * y / 3; }
/* meaning: x * 1.8 + 32; x=-100..100 */
double fahrenheit(double x) { return x * 1.8 + 32; }
/* meaning: x * y - z; x=1..1e3 y=1..1e3 z=1..1e6 */
double fused(double x, double y, double z) { return fma(x, y, -z); }
/* meaning: (x + y) * (x - y); x=1..1e6 y=1..1e6 */
float difference_of_squares_float(float x, float y) { return (x + y) * (x - y); }
/* meaning: x * y + z * 0.5; x=-100..100 y=-100..100 z=-100..100 */
float multiply_add_float(float x, float y, float z) { return x * y + z * 0.5f; }
/* meaning: ((x + a / x) / 2 + a / ((x + a / x) / 2)) / 2; a=1..100 x=1..10 */
double two_newton_steps(double a, double x) { for (int i = 0; i < 2; i++) x = (x + a / x) / 2; return x; }
/* meaning: 1 + x + x ^ 2 / 2 + x ^ 3 / 6 + x ^ 4 / 24; x=-1..1 */
double truncated_series(double x) { double s = 1, t = 1; for (int n = 1; n <= 4; n++) { t *= x / n; s += t; } return s; }
/* meaning: sinh(x) - tanh(x); x=1e-3..1 */
double hyperbolic_difference(double x) { return sinh(x) - tanh(x); }
/* meaning: hypot(x, y) - x; x=1e3..1e6 y=1e-3..1 */
double excess(double x, double y) { return hypot(x, y) - x; }
/* meaning: cbrt(x + 1) - cbrt(x); x=1e3..1e9 */
double cube_root_difference(double x) { return cbrt(x + 1) - cbrt(x); }
/* meaning: x - x * x * x / 6 + x ^ 5 / 120; x=0.01..1 */
double sine_polynomial(double x) { double q = x * x; return x * (1 - q / 6 * (1 - q / 20)); }
/* meaning: erf(x + 0.1) - erf(x); x=0.1..3 */
double error_function_difference(double x) { return erf(x + 0.1) - erf(x); }
/* meaning: atan2(y, x) - atan2(y, x + 1); x=1..1e6 y=1..10 */
double angle_difference(double x, double y) { return atan2(y, x) - atan2(y, x + 1); }
/* meaning: 6.67e-11 * m * n / (r * r); m=1..1e6 n=1..1e6 r=1..1e6 */
double gravitation(double m, double n, double r) { return 6.67e-11 * m * n / (r * r); }
