// Operations of the standard library are shown where it is called.
#include <cmath>
#include <complex>
#include <numeric>
double total(const double (&v)[2]) {
    return std::accumulate(v, v + 2, 0.0) * 0.0; //~ invalid
}
double size(double a, double b) {
    std::complex<double> z(a, b);
    return std::norm(z) - std::norm(z); //~ invalid
}
