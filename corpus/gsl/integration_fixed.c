#include <assert.h>
#include <gsl/gsl_integration.h>
#include <klee/klee.h>
#include <math.h>

static double line(double x, void *parameters) { return x * *(double *)parameters; }

int main(void) {
    float slope;
    klee_make_symbolic(&slope, sizeof slope, "slope");
    klee_assume(slope >= -9.0f && slope <= 9.0f);
    double parameter = slope;
    gsl_function f = {line, &parameter};
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(4);
    if (!table) return 0;
    double integral = gsl_integration_glfixed(&f, -1.0, 1.0, table);
    gsl_integration_glfixed_table_free(table);
    assert(integral == 0.0);
    return 0;
}
