// Arrays and complex numbers of the standard library.
#include <array>
#include <complex>
double quotient(std::array<double, 2> a) { return a[0] / a[1]; } //~ divide-by-zero, invalid
double inverse(const std::array<double, 3> &a) { return 1.0 / a[2]; } //~ divide-by-zero
double real_part(std::complex<double> z) { return 1.0 / z.real(); } //~ divide-by-zero
