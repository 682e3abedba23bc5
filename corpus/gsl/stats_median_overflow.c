#include <assert.h>
#include <gsl/gsl_statistics.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
    double data[2];
    klee_make_symbolic(data, sizeof data, "data");
    klee_assume(isfinite(data[0]) && isfinite(data[1]) && data[0] <= data[1]);
    double median = gsl_stats_median_from_sorted_data(data, 1, 2);
    if (data[0] <= 0.0 && data[1] >= 0.0) assert(data[0] <= median && median <= data[1]);
    assert(isfinite(median));
    return 0;
}
