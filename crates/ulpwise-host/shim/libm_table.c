// The functions of glibc's math.h and complex.h, and the arithmetic helpers of the compiler's runtime, by name.
//
// Not in the table: nan (takes text), the aliases with suffixes f32, f64, f32x, f64x (no compiler that emits LLVM IR
// has these types), everything for __float128, and functions that only old binaries can link (pow10, __exp_finite).
//
// The table holds names, not addresses: a plain reference to sqrt, cbrt, fma, __divdc3 and some forty others is
// satisfied at link time by the functions that Rust's compiler_builtins brings along, whose results, flags and errno are
// not the C library's. The addresses come from the shared libraries themselves.

#include "libm.h"

#include <complex.h>
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <math.h>
#include <stddef.h>

// The classification macros hide functions of the same name, which compilers still call.
#undef isnan
#undef isinf
#undef finite
extern int isnan(double);
extern int isinf(double);
extern int finite(double);

// The compiler's runtime has no header.
#define RUNTIME(F, mode)                                                                                            \
    extern F _Complex __mul##mode##c3(F, F, F, F);                                                                  \
    extern F _Complex __div##mode##c3(F, F, F, F);                                                                  \
    extern F __powi##mode##f2(F, int);
RUNTIME(double, d)
RUNTIME(float, s)
RUNTIME(long double, x)

// Zero; but it compiles only if the function has the shape (an operand of sizeof is not evaluated).
#define CHECK(shape, S, name) (0 * sizeof(((union function *)0)->shape##_##S = name))
#define LIBRARY_ROW(library, shape, S, name)                                                                        \
    {#name, SHAPE_##shape + CHECK(shape, S, name), FORMAT_##S, LIBRARY_##library},
#define ROW(shape, S, name) LIBRARY_ROW(MATH, shape, S, name)
#define ROWS(shape, name) ROW(shape, d, name) ROW(shape, f, name##f) ROW(shape, l, name##l)
#define RUNTIME_ROWS(S, mode)                                                                                       \
    LIBRARY_ROW(COMPILER_RUNTIME, parts_to_complex, S, __mul##mode##c3)                                             \
    LIBRARY_ROW(COMPILER_RUNTIME, parts_to_complex, S, __div##mode##c3)                                             \
    LIBRARY_ROW(COMPILER_RUNTIME, with_int, S, __powi##mode##f2)

static const struct entry table[] = {
    ROWS(unary, acos) ROWS(unary, acosh) ROWS(unary, asin) ROWS(unary, asinh) ROWS(unary, atan) ROWS(unary, atanh)
    ROWS(unary, cbrt) ROWS(unary, ceil) ROWS(unary, cos) ROWS(unary, cosh) ROWS(unary, erf) ROWS(unary, erfc)
    ROWS(unary, exp) ROWS(unary, exp10) ROWS(unary, exp2) ROWS(unary, expm1) ROWS(unary, fabs) ROWS(unary, floor)
    ROWS(unary, j0) ROWS(unary, j1) ROWS(unary, log) ROWS(unary, log10) ROWS(unary, log1p) ROWS(unary, log2)
    ROWS(unary, logb) ROWS(unary, nearbyint) ROWS(unary, nextdown) ROWS(unary, nextup) ROWS(unary, rint)
    ROWS(unary, round) ROWS(unary, roundeven) ROWS(unary, significand) ROWS(unary, sin) ROWS(unary, sinh)
    ROWS(unary, sqrt) ROWS(unary, tan) ROWS(unary, tanh) ROWS(unary, tgamma) ROWS(unary, trunc) ROWS(unary, y0)
    ROWS(unary, y1)

    ROWS(binary, atan2) ROWS(binary, copysign) ROWS(binary, drem) ROWS(binary, fdim) ROWS(binary, fmax)
    ROWS(binary, fmaxmag) ROWS(binary, fmin) ROWS(binary, fminmag) ROWS(binary, fmod) ROWS(binary, hypot)
    ROWS(binary, nextafter) ROWS(binary, pow) ROWS(binary, remainder) ROWS(binary, scalb)
#if __GLIBC_PREREQ(2, 35)
    ROWS(binary, fmaximum) ROWS(binary, fmaximum_mag) ROWS(binary, fmaximum_mag_num) ROWS(binary, fmaximum_num)
    ROWS(binary, fminimum) ROWS(binary, fminimum_mag) ROWS(binary, fminimum_mag_num) ROWS(binary, fminimum_num)
#endif
    ROWS(ternary, fma)

    ROWS(with_int, ldexp) ROWS(with_int, scalbn) ROWS(with_long, scalbln)
    ROWS(int_first, jn) ROWS(int_first, yn)
    ROWS(toward, nexttoward)

    ROWS(to_int, ilogb) ROWS(to_int, finite) ROWS(to_int, isinf) ROWS(to_int, isnan)
    ROWS(to_int, __finite) ROWS(to_int, __fpclassify) ROWS(to_int, __isinf) ROWS(to_int, __isnan)
    ROWS(to_int, __issignaling) ROWS(to_int, __signbit) ROW(to_int, l, __iscanonicall)
    ROWS(to_long, llogb) ROWS(to_long, lrint) ROWS(to_long, lround)
    ROWS(to_long_long, llrint) ROWS(to_long_long, llround)
    ROWS(binary_to_int, __iseqsig)

    ROWS(int_output, frexp)
    ROW(int_output, d, lgamma_r) ROW(int_output, f, lgammaf_r) ROW(int_output, l, lgammal_r)
    ROWS(float_output, modf) ROWS(two_outputs, sincos) ROWS(binary_int_output, remquo)
    ROWS(log_gamma, lgamma) ROWS(log_gamma, gamma)

    ROWS(to_fixed, fromfp) ROWS(to_fixed, fromfpx)
    ROWS(to_unsigned_fixed, ufromfp) ROWS(to_unsigned_fixed, ufromfpx)
    ROWS(canonicalize, canonicalize) ROWS(get_payload, getpayload)
    ROWS(set_payload, setpayload) ROWS(set_payload, setpayloadsig)
    ROWS(total_order, totalorder) ROWS(total_order, totalordermag)

    ROWS(complex_unary, cacos) ROWS(complex_unary, cacosh) ROWS(complex_unary, casin) ROWS(complex_unary, casinh)
    ROWS(complex_unary, catan) ROWS(complex_unary, catanh) ROWS(complex_unary, ccos) ROWS(complex_unary, ccosh)
    ROWS(complex_unary, cexp) ROWS(complex_unary, clog) ROWS(complex_unary, clog10) ROWS(complex_unary, conj)
    ROWS(complex_unary, cproj) ROWS(complex_unary, csin) ROWS(complex_unary, csinh) ROWS(complex_unary, csqrt)
    ROWS(complex_unary, ctan) ROWS(complex_unary, ctanh)
    ROWS(complex_binary, cpow)
    ROWS(complex_to_real, cabs) ROWS(complex_to_real, carg) ROWS(complex_to_real, cimag) ROWS(complex_to_real, creal)
    RUNTIME_ROWS(d, d) RUNTIME_ROWS(f, s) RUNTIME_ROWS(l, x)

    ROW(binary_to_float, d, fadd) ROW(binary_to_float, l, faddl) ROW(binary_to_double, l, daddl)
    ROW(binary_to_float, d, fsub) ROW(binary_to_float, l, fsubl) ROW(binary_to_double, l, dsubl)
    ROW(binary_to_float, d, fmul) ROW(binary_to_float, l, fmull) ROW(binary_to_double, l, dmull)
    ROW(binary_to_float, d, fdiv) ROW(binary_to_float, l, fdivl) ROW(binary_to_double, l, ddivl)
#if __GLIBC_PREREQ(2, 35)
    ROW(unary_to_float, d, fsqrt) ROW(unary_to_float, l, fsqrtl) ROW(unary_to_double, l, dsqrtl)
    ROW(ternary_to_float, d, ffma) ROW(ternary_to_float, l, ffmal) ROW(ternary_to_double, l, dfmal)
#endif
};

const struct entry *ulpwise_host_libm_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}

// The address of an entry's function, or null when this machine's library does not have it.
void *ulpwise_host_libm_address(const struct entry *entry) {
    // Both libraries are loaded already (Rust programs link them); opening them again only yields their handles,
    // which stay open for the life of the process.
    void *library = dlopen(entry->library == LIBRARY_MATH ? LIBM_SO : LIBGCC_S_SO, RTLD_LAZY);
    return library ? dlsym(library, entry->name) : NULL;
}
