// Overloads, templates, references, members, and what runs before the first function.
#include <cmath>
#include <stdexcept>
#include <vector>

namespace geometry {

struct Vector {
    double x, y;
    double dot(const Vector &other) const { return x * other.x + y * other.y; }
};

double area(const double &width, double height) { return width * height; }

template <typename Number>
Number twice(Number x)
{
    return x + x;
}

} // namespace geometry

static std::vector<double> powers{ 1.0, 2.0, 4.0 };
static double root_of_two = std::sqrt(2.0);

double from_table(int index) { return powers[index] * root_of_two; }

double projection(geometry::Vector a, geometry::Vector b) { return a.dot(b) / b.dot(b); }

void scale(std::vector<double> &values, double factor)
{
    for (double &value : values)
        value *= factor;
    values.push_back(factor);
}

double doubled(double x) { return geometry::twice(x) + geometry::twice(static_cast<float>(x)); }

double checked_root(double x)
{
    if (x < 0)
        throw std::domain_error("negative");
    return std::sqrt(x);
}

namespace {
double only_here(double x) { return x * 2; }
} // namespace

double from_outside(double x) { return only_here(x); }
