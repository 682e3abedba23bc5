// The Euclidean norm, naively and scaled, for any floating-point type.
//
// The naive one squares first: it overflows above sqrt(max) and loses everything below sqrt(min), far
// inside the range of the result. Try [1e200,1e200] and [1e-200,1e-200]; and [0,0] and [inf] on the
// scaled one.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

template <typename Real>
Real norm_naive(const std::vector<Real> &x)
{
    Real sum = 0;
    for (Real element : x)
        sum += element * element;
    return std::sqrt(sum);
}

// Divides by the largest magnitude: 0/0 for a vector of zeros unless it is asked first, and inf/inf.
template <typename Real>
Real norm_scaled(const std::vector<Real> &x)
{
    Real largest = 0;
    for (Real element : x)
        largest = std::max(largest, std::fabs(element));
    if (largest == 0)
        return 0;
    Real sum = 0;
    for (Real element : x)
        sum += (element / largest) * (element / largest);
    return largest * std::sqrt(sum);
}

// Overloads: the argument's type chooses the precision.
float distance(float x, float y)
{
    return norm_naive(std::vector<float>{x, y});
}

double distance(double x, double y)
{
    return norm_naive(std::vector<double>{x, y});
}

long double distance(long double x, long double y)
{
    return norm_naive(std::vector<long double>{x, y});
}

extern "C" double norm2_naive(const double *x, std::size_t n)
{
    return norm_naive(std::vector<double>(x, x + n));
}

extern "C" double norm2_scaled(const double *x, std::size_t n)
{
    return norm_scaled(std::vector<double>(x, x + n));
}
