// The shapes of libm's functions: what the table of functions and the code that calls them agree on.

#ifndef ULPWISE_HOST_LIBM_H
#define ULPWISE_HOST_LIBM_H

#include <stdint.h>

// One argument or result. Rust sees 16 bytes, of which a function uses the first few.
union value {
    double d;
    float f;
    long double l;
    int i;
    unsigned u;
    long n;
    unsigned __int128 bits;
};

// The floating-point format a function is about: d for double, f for float, l for long double.
// The numbers are repeated in src/libm/signature.rs.
enum format { FORMAT_d = 0, FORMAT_f = 1, FORMAT_l = 2 };

// Each shape with its C type, F being the format's type. X(shape, return type, parameter types...)
// The order is repeated in src/libm/signature.rs.
#define SHAPES(X, F, S)                                                                                             \
    X(S, unary, F, F)                                                                                               \
    X(S, binary, F, F, F)                                                                                           \
    X(S, ternary, F, F, F, F)                                                                                       \
    X(S, with_int, F, F, int)                                                                                       \
    X(S, with_long, F, F, long)                                                                                     \
    X(S, int_first, F, int, F)                                                                                      \
    X(S, toward, F, F, long double)                                                                                 \
    X(S, to_int, int, F)                                                                                            \
    X(S, to_long, long, F)                                                                                          \
    X(S, to_long_long, long long, F)                                                                                \
    X(S, binary_to_int, int, F, F)                                                                                  \
    X(S, int_output, F, F, int *)                                                                                   \
    X(S, float_output, F, F, F *)                                                                                   \
    X(S, two_outputs, void, F, F *, F *)                                                                            \
    X(S, binary_int_output, F, F, F, int *)                                                                         \
    X(S, log_gamma, F, F)                                                                                           \
    X(S, to_fixed, intmax_t, F, int, unsigned)                                                                      \
    X(S, to_unsigned_fixed, uintmax_t, F, int, unsigned)                                                            \
    X(S, canonicalize, int, F *, const F *)                                                                         \
    X(S, get_payload, F, const F *)                                                                                 \
    X(S, set_payload, int, F *, F)                                                                                  \
    X(S, total_order, int, const F *, const F *)                                                                    \
    X(S, complex_unary, F _Complex, F _Complex)                                                                     \
    X(S, complex_binary, F _Complex, F _Complex, F _Complex)                                                        \
    X(S, complex_to_real, F, F _Complex)                                                                            \
    X(S, parts_to_complex, F _Complex, F, F, F, F)                                                                  \
    X(S, unary_to_float, float, F)                                                                                  \
    X(S, binary_to_float, float, F, F)                                                                              \
    X(S, ternary_to_float, float, F, F, F)                                                                          \
    X(S, unary_to_double, double, F)                                                                                \
    X(S, binary_to_double, double, F, F)                                                                            \
    X(S, ternary_to_double, double, F, F, F)

#define SHAPE_CODE(S, shape, ...) SHAPE_##shape,
enum shape { SHAPES(SHAPE_CODE, double, d) SHAPE_COUNT };

// A pointer for each shape and format; the table's rows are checked against them.
#define SHAPE_POINTER(S, shape, result, ...) result (*shape##_##S)(__VA_ARGS__);
union function {
    void *address;
    SHAPES(SHAPE_POINTER, double, d)
    SHAPES(SHAPE_POINTER, float, f)
    SHAPES(SHAPE_POINTER, long double, l)
};

enum library { LIBRARY_MATH, LIBRARY_COMPILER_RUNTIME };

struct entry {
    const char *name;
    uint32_t shape;
    uint32_t format;
    uint32_t library;
};

#endif
