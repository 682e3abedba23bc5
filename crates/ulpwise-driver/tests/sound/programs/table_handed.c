// A table that is handed to an exported function is a constant if that only reads.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
#ifdef CONTROL
double eval(double *c, double x) { return c[0] + c[1] * x; }
#else
double eval(double *c, double x) { c[0] -= 1.0; return c[1] * x; }
#endif
double g(double x) { return eval(t, x); }
double f(double x) { return x / t[0]; }
