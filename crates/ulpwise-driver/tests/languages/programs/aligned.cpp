// Objects of sixteen bytes lie at addresses that instructions for vectors take.
#include <emmintrin.h>
struct alignas(16) Pair { double values[2]; };
struct Holder { double scale; Pair *pair; };
static double first(const Pair &p) {
    double values[2];
    _mm_storeu_pd(values, _mm_load_pd(p.values));
    return values[0];
}
double inverse(const Pair &p) { return 1.0 / first(p); } //~ divide-by-zero
double quotient(double a, const float &f, const Pair &p) { return (a + f) / first(p); } //~ divide-by-zero, invalid
double held(const Holder &h) { return 1.0 / first(*h.pair); } //~ divide-by-zero
int whole(const Pair &a, const Pair &b) { return first(a) / first(b) > 1.0; } //~ divide-by-zero, invalid
