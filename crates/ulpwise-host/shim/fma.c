// The fused multiply-add for processors without the FMA instructions: the C library's, under a rounding mode.

#include "environment.h"

#include <math.h>

double ulpwise_host_fma_f64(uint32_t mode, double a, double b, double c, uint32_t *flags) {
    struct environment saved;
    environment_enter(&saved, mode);
    double result = fma(a, b, c);
    *flags = environment_leave(&saved, mode);
    return result;
}

float ulpwise_host_fma_f32(uint32_t mode, float a, float b, float c, uint32_t *flags) {
    struct environment saved;
    environment_enter(&saved, mode);
    float result = fmaf(a, b, c);
    *flags = environment_leave(&saved, mode);
    return result;
}
