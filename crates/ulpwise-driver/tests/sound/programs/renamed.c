// A variable with another name can be written.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 'K', which may hold something else when it is called
// control: proven: symbolic

static double K = 1.0;
#ifndef CONTROL
extern double KA __attribute__((alias("K")));
#endif
double f(double x) { return x / K; }
