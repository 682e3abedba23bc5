#include <assert.h>
#include <gsl/gsl_statistics.h>

extern signed char __VERIFIER_nondet_char(void);

int main(void) {
    int n = __VERIFIER_nondet_char(), m = __VERIFIER_nondet_char();
    double data[2] = {n, m};
    assert(gsl_stats_mean(data, 1, 2) == (n + m) / 2.0);
    return 0;
}
