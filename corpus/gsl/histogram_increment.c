#include <assert.h>
#include <gsl/gsl_histogram.h>
#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x == x);
    gsl_histogram *h = gsl_histogram_alloc(4);
    if (!h) return 0;
    gsl_histogram_set_ranges_uniform(h, 0.0, 4.0);
    int status = gsl_histogram_increment(h, x);
    assert((status == 0) == (x >= 0.0 && x < 4.0));
    double total = 0.0;
    for (size_t i = 0; i < 4; i++) {
        if (h->bin[i] == 1.0) assert(h->range[i] <= x && x < h->range[i + 1]);
        total += h->bin[i];
    }
    assert(total == (status == 0 ? 1.0 : 0.0));
    gsl_histogram_free(h);
    return 0;
}
