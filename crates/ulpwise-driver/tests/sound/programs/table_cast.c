// A table whose constness is cast away is written.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
static const double *get(void) { return t; }
#ifdef CONTROL
void set(double v) { double mine[2]; mine[0] = v; }
#else
void set(double v) { *(double *)get() = v; }
#endif
double f(double x) { return x / get()[0]; }
