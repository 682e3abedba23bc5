// Calls a libm function of any shape in a given rounding mode and measures the flags and errno it leaves.

#include "environment.h"
#include "libm.h"

#include <errno.h>
#include <math.h>

struct outcome {
    union value results[2];
    uint32_t flags;
    int32_t error;
};

#define COMPLEX(re, im, S) __builtin_complex(in[re].S, in[im].S)
#define COMPLEX_RESULT(expression, S)                                                                               \
    do {                                                                                                            \
        __auto_type result = (expression);                                                                          \
        out[0].S = __real__ result;                                                                                 \
        out[1].S = __imag__ result;                                                                                 \
    } while (0)

// Results: the returned value (two for a complex one), then what the function stores through its pointers.
// The C library keeps the sign of lgamma in a global variable that all threads share. Asking lgamma_r for the sign
// (which is positive for non-negative arguments) avoids reading it; the flags of the two functions are the same.
#define DEFINE_CALL(F, S, lgamma_with_sign)                                                                         \
    static void call_##S(enum shape shape, const union function *function, const union value *in,                   \
                         union value *out) {                                                                        \
        switch (shape) {                                                                                            \
        case SHAPE_unary: out[0].S = function->unary_##S(in[0].S); break;                                           \
        case SHAPE_binary: out[0].S = function->binary_##S(in[0].S, in[1].S); break;                                \
        case SHAPE_ternary: out[0].S = function->ternary_##S(in[0].S, in[1].S, in[2].S); break;                     \
        case SHAPE_with_int: out[0].S = function->with_int_##S(in[0].S, in[1].i); break;                            \
        case SHAPE_with_long: out[0].S = function->with_long_##S(in[0].S, in[1].n); break;                          \
        case SHAPE_int_first: out[0].S = function->int_first_##S(in[0].i, in[1].S); break;                          \
        case SHAPE_toward: out[0].S = function->toward_##S(in[0].S, in[1].l); break;                                \
        case SHAPE_to_int: out[0].i = function->to_int_##S(in[0].S); break;                                         \
        case SHAPE_to_long: out[0].n = function->to_long_##S(in[0].S); break;                                       \
        case SHAPE_to_long_long: out[0].n = function->to_long_long_##S(in[0].S); break;                             \
        case SHAPE_binary_to_int: out[0].i = function->binary_to_int_##S(in[0].S, in[1].S); break;                  \
        case SHAPE_int_output: out[0].S = function->int_output_##S(in[0].S, &out[1].i); break;                      \
        case SHAPE_float_output: out[0].S = function->float_output_##S(in[0].S, &out[1].S); break;                  \
        case SHAPE_two_outputs: function->two_outputs_##S(in[0].S, &out[0].S, &out[1].S); break;                    \
        case SHAPE_binary_int_output:                                                                               \
            out[0].S = function->binary_int_output_##S(in[0].S, in[1].S, &out[1].i);                                \
            break;                                                                                                  \
        case SHAPE_log_gamma:                                                                                       \
            out[0].S = function->log_gamma_##S(in[0].S);                                                            \
            out[1].i = 1;                                                                                           \
            if (__builtin_signbit(in[0].S)) (void)lgamma_with_sign(in[0].S, &out[1].i);                             \
            break;                                                                                                  \
        case SHAPE_to_fixed: out[0].n = function->to_fixed_##S(in[0].S, in[1].i, in[2].u); break;                   \
        case SHAPE_to_unsigned_fixed:                                                                               \
            out[0].n = (long)function->to_unsigned_fixed_##S(in[0].S, in[1].i, in[2].u);                            \
            break;                                                                                                  \
        case SHAPE_canonicalize: out[0].i = function->canonicalize_##S(&out[1].S, &in[0].S); break;                 \
        case SHAPE_get_payload: out[0].S = function->get_payload_##S(&in[0].S); break;                              \
        case SHAPE_set_payload: out[0].i = function->set_payload_##S(&out[1].S, in[0].S); break;                    \
        case SHAPE_total_order: out[0].i = function->total_order_##S(&in[0].S, &in[1].S); break;                    \
        case SHAPE_complex_unary:                                                                                   \
            COMPLEX_RESULT(function->complex_unary_##S(COMPLEX(0, 1, S)), S);                                       \
            break;                                                                                                  \
        case SHAPE_complex_binary:                                                                                  \
            COMPLEX_RESULT(function->complex_binary_##S(COMPLEX(0, 1, S), COMPLEX(2, 3, S)), S);                    \
            break;                                                                                                  \
        case SHAPE_complex_to_real:                                                                                 \
            out[0].S = function->complex_to_real_##S(COMPLEX(0, 1, S));                                             \
            break;                                                                                                  \
        case SHAPE_parts_to_complex:                                                                                \
            COMPLEX_RESULT(function->parts_to_complex_##S(in[0].S, in[1].S, in[2].S, in[3].S), S);                  \
            break;                                                                                                  \
        case SHAPE_unary_to_float: out[0].f = function->unary_to_float_##S(in[0].S); break;                         \
        case SHAPE_binary_to_float: out[0].f = function->binary_to_float_##S(in[0].S, in[1].S); break;              \
        case SHAPE_ternary_to_float: out[0].f = function->ternary_to_float_##S(in[0].S, in[1].S, in[2].S); break;   \
        case SHAPE_unary_to_double: out[0].d = function->unary_to_double_##S(in[0].S); break;                       \
        case SHAPE_binary_to_double: out[0].d = function->binary_to_double_##S(in[0].S, in[1].S); break;            \
        case SHAPE_ternary_to_double: out[0].d = function->ternary_to_double_##S(in[0].S, in[1].S, in[2].S); break; \
        case SHAPE_COUNT: __builtin_unreachable();                                                                  \
        }                                                                                                           \
    }

DEFINE_CALL(double, d, lgamma_r)
DEFINE_CALL(float, f, lgammaf_r)
DEFINE_CALL(long double, l, lgammal_r)

void ulpwise_host_libm_call(const struct entry *entry, void *address, uint32_t mode, const union value *in,
                            struct outcome *out) {
    union function function = {.address = address};
    struct environment saved;
    int *error = &errno;
    int saved_error = *error;
    *error = 0;
    environment_enter(&saved, mode);
    switch ((enum format)entry->format) {
    case FORMAT_d: call_d(entry->shape, &function, in, out->results); break;
    case FORMAT_f: call_f(entry->shape, &function, in, out->results); break;
    case FORMAT_l: call_l(entry->shape, &function, in, out->results); break;
    }
    out->flags = environment_leave(&saved, mode);
    out->error = *error;
    *error = saved_error;
}
