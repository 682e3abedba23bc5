// Assembly code names variables that are kept for it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

#ifndef CONTROL
__attribute__((used))
#endif
static double t[2] = {1.0, 2.0};
double f(double x) { return x / t[0]; }
