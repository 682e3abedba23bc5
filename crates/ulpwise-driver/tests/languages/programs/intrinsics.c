// Intrinsics are inlined from a header of the compiler's.
#include <emmintrin.h>
double quotient(double a, double b) {
    __m128d x = _mm_set1_pd(a);
    return _mm_cvtsd_f64(_mm_div_pd(x, _mm_set1_pd(b))); //~ divide-by-zero, invalid
}
