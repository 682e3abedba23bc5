#include <assert.h>
#include <gsl/gsl_statistics.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double data[3], low, high;
    klee_make_symbolic(data, sizeof data, "data");
    gsl_stats_minmax(&low, &high, data, 1, 3);
    int has_nan = isnan(data[0]) || isnan(data[1]) || isnan(data[2]);
    assert((isnan(low) != 0) == has_nan && (isnan(high) != 0) == has_nan);
    if (!has_nan) {
        for (int i = 0; i < 3; i++) assert(low <= data[i] && data[i] <= high);
        assert(gsl_stats_max(data, 1, 3) == high);
        assert(data[gsl_stats_min_index(data, 1, 3)] == low);
    }
    return 0;
}
