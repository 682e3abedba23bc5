// A static table may have a second name that is not.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
#ifndef CONTROL
extern double also[2] __attribute__((alias("t")));
#endif
double f(double x) { return x / t[0]; }
