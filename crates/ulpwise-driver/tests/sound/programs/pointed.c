// What an exported pointer points at can be written.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[1] = {1.0};
#ifdef CONTROL
static double *const p = t;
double f(double x) { return x / *p; }
#else
double *const p = t;
double f(double x) { return x / t[0]; }
#endif
