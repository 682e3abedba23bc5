// Thirty functions of Boost.Math as a program calls them.
#include <boost/math/distributions.hpp>
#include <boost/math/special_functions.hpp>
#include <boost/math/tools/polynomial.hpp>
#include <boost/math/tools/roots.hpp>
namespace bm = boost::math;
double gamma(double x) { return bm::tgamma(x); }
double log_gamma(double x) { return bm::lgamma(x); }
double digamma(double x) { return bm::digamma(x); }
double gamma_p(double a, double x) { return bm::gamma_p(a, x); }
double gamma_p_inverse(double a, double p) { return bm::gamma_p_inv(a, p); }
double beta(double a, double b) { return bm::beta(a, b); }
double incomplete_beta(double a, double b, double x) { return bm::ibeta(a, b, x); }
double error_function(double x) { return bm::erf(x); }
double error_function_inverse(double p) { return bm::erf_inv(p); }
double bessel_j(double v, double x) { return bm::cyl_bessel_j(v, x); }
double bessel_i(int n, double x) { return bm::cyl_bessel_i(n, x); }
double spherical_bessel(unsigned n, double x) { return bm::sph_bessel(n, x); }
double airy(double x) { return bm::airy_ai(x); }
double legendre(int n, double x) { return bm::legendre_p(n, x); }
double hermite(unsigned n, double x) { return bm::hermite(n, x); }
double laguerre(unsigned n, double x) { return bm::laguerre(n, x); }
double elliptic_first(double k) { return bm::ellint_1(k); }
double elliptic_second(double k, double phi) { return bm::ellint_2(k, phi); }
double carlson(double x, double y, double z) { return bm::ellint_rf(x, y, z); }
double zeta(double s) { return bm::zeta(s); }
double exponential_integral(double x) { return bm::expint(x); }
double cardinal_sine(double x) { return bm::sinc_pi(x); }
double cube_root(double x) { return bm::cbrt(x); }
double log_one_plus(double x) { return bm::log1p(x); }
double factorial(unsigned n) { return bm::factorial<double>(n); }
double normal_density(double m, double s, double x) { return bm::pdf(bm::normal(m, s), x); }
double student_tail(double n, double t) { return bm::cdf(bm::complement(bm::students_t(n), t)); }
double exponential_quantile(double rate, double p) { return bm::quantile(bm::exponential(rate), p); }
double poisson_mass(double mean, int k) { return bm::pdf(bm::poisson(mean), k); }
double owens(double h, double a) { return bm::owens_t(h, a); }
