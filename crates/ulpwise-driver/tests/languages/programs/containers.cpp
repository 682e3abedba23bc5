// Arrays, vectors and complex numbers of the standard library.
#include <array>
#include <complex>
#include <string_view>
#include <vector>
double quotient(std::array<double, 2> a) { return a[0] / a[1]; } //~ divide-by-zero, invalid
double inverse(const std::array<double, 3> &a) { return 1.0 / a[2]; } //~ divide-by-zero
double last(const std::vector<double> &v) { return 1.0 / v.back(); } //~ divide-by-zero
double larger(std::vector<double> v) { return 1.0 / (double)v.size(); }
double real_part(std::complex<double> z) { return 1.0 / z.real(); } //~ divide-by-zero
double symbols(std::string_view text) { return 1.0 / (double)text.size(); } //~ divide-by-zero
