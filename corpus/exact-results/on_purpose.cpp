// Double-double numbers as a class, and what templates make of the same tricks.
#include <cmath>
#include <cstdint>

struct DoubleDouble {
    double high, low;
    DoubleDouble(double h, double l = 0) : high(h), low(l) {}
    static DoubleDouble sum(double a, double b) { double s = a + b, t = s - a; return {s, (a - (s - t)) + (b - t)}; }
    static DoubleDouble product(double a, double b) { double p = a * b; return {p, std::fma(a, b, -p)}; }
    DoubleDouble operator+(const DoubleDouble &o) const { DoubleDouble s = sum(high, o.high); return sum(s.high, s.low + low + o.low); }
    DoubleDouble operator*(const DoubleDouble &o) const { DoubleDouble p = product(high, o.high); return sum(p.high, p.low + high * o.low + low * o.high); }
};
template <class T> static T two_sum_low(T a, T b) { T s = a + b, t = s - a; return (a - (s - t)) + (b - t); }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
extern "C" double class_sum_low(double a, double b) { return (DoubleDouble(a) + DoubleDouble(b)).low; }
/* meaning: none; a=1..1e6 b=1..1e6 */
extern "C" double class_product_low(double a, double b) { return (DoubleDouble(a) * DoubleDouble(b)).low; }
/* meaning: none; a=1..1e3 b=1..1e3 c=1..1e3 */
extern "C" double class_polynomial_low(double a, double b, double c) { return (DoubleDouble(a) * DoubleDouble(b) + DoubleDouble(c)).low; }
/* meaning: none; a=-1e10..1e10 b=-1e3..1e3 */
extern "C" double template_sum_low(double a, double b) { return two_sum_low(a, b); }
/* meaning: none; a=-1e4..1e4 b=-1e1..1e1 */
extern "C" float template_sum_low_float(float a, float b) { return two_sum_low(a, b); }
/* meaning: none; x=1..1e6 */
extern "C" double bit_cast_exponent(double x) { return double(__builtin_bit_cast(std::uint64_t, x * 0.1) >> 52); }
/* meaning: none; x=1..1e6 */
extern "C" double lambda_magic(double x) { auto round = [](double y) { return (y + 0x1.8p52) - 0x1.8p52; }; return x * 0.1 - round(x * 0.1); }
/* meaning: none; x=1..1e6 */
extern "C" double long_double_rounding(double x) { long double y = (long double)x * 0.1L; return (double)(y - (double)y); }
/* meaning: x * 0.1; x=1..1e6 */
extern "C" double long_double_product(double x) { return (double)((long double)x * 0.1L); }
/* meaning: none; x=1..1e6 */
extern "C" double reference_rounded(double x) { double t = x; double &r = t; r += 0x1.8p52; r -= 0x1.8p52; return t; }
