/* Each way to end a run that is not returning. */
#include <assert.h>
#include <stdlib.h>

extern double elsewhere(double x);

double null_read(const double *p) { return *p + 1; }

static void write_fourth(double *x) { x[3] = 1; }

void out_of_bounds(double *x) { write_fourth(x); }

double use_after_free(void)
{
    double *p = malloc(sizeof *p);
    free(p);
    return *p;
}

double endless_recursion(double x) { return endless_recursion(x + 1) + 1; }

double even(double x);
double odd(double x) { return even(x - 1); }
double even(double x) { return odd(x - 1); }

double endless_loop(double x)
{
    for (;;)
        x = x / 2 + 1;
}

void check_positive(double x) { assert(x > 0); }

double half_or_abort(double x)
{
    if (x != x)
        abort();
    return x / 2;
}

int divided(int a, int b) { return a / b; }

void leave(int code) { exit(code); }

double call_elsewhere(double x) { return elsewhere(x) + 1; }

double overflow_then_fail(double x, double *out)
{
    *out = x * x;
    return out[1];
}

extern double defined_elsewhere[4];

double read_elsewhere(int i) { return defined_elsewhere[i] + 1; }
