#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

struct Failure { double value; };
struct Worse : Failure { int code; };
static double s0 = 1, s1 = -2;
static float s2 = 0.5f;
static int s3 = 7;
static const double table[8] = {0.5, -1.25, 3, 1e-3, 1e10, -2e-8, 1e300, 4};

template <class T> static T square(T x) { return x * x; }
template <class T, int N> struct Polynomial {
    T c[N];
    T operator()(T x) const
    {
        T sum = 0;
        for (int i = N; i-- > 0;) sum = sum * x + c[i];
        return sum;
    }
};
static constexpr Polynomial<double, 3> polynomial{{1, -2, 0.5}};
struct Shape {
    virtual ~Shape() = default;
    virtual double area(double scale) const = 0;
};
struct Circle : Shape {
    double r;
    explicit Circle(double r) : r(r) {}
    double area(double scale) const override { return 3.14 * r * r / scale; }
};
struct Ring : Circle {
    double inner;
    Ring(double outer, double inner) : Circle(outer), inner(inner) {}
    double area(double scale) const override { return Circle::area(scale) - inner * inner; }
};
static const Circle circle(2);
static const Ring ring(3, 1);
static const Shape *const shapes[2] = {&circle, &ring};
struct Pair {
    double a;
    float b;
    Pair operator+(const Pair &o) const { return {a + o.a, b + o.b}; }
};
struct Guard {
    double &to;
    double value;
    ~Guard() { to = value; }
};
static double checked_root(double x)
{
    if (x < 0) throw std::domain_error("negative");
    return std::sqrt(x);
}
static double inverse(double x)
{
    if (x == 0) throw Failure{1};
    if (x < -1e10) throw Worse{{2}, 3};
    return 1 / x;
}
static double element(const std::vector<double> &v, int i) { return v.at(i); }
static double quiet(double x) noexcept { return x * 0.5; }

extern "C" void poke(double s, double t, float r, int m)
{
    s0 = s; s1 = t; s2 = r; s3 = m;
    errno = m & 3;
}

