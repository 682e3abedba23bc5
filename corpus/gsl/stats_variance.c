#include <assert.h>
#include <gsl/gsl_statistics_float.h>

extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    float data[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
    double variance = gsl_stats_float_variance(data, 1, 2);
    assert(variance >= 0.0);
    if (data[0] == data[1]) assert(variance == 0.0);
    if (data[0] != data[1]) assert(variance >= 0.5);
    return 0;
}
