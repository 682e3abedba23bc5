// An address that a function returns is written through.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
static const double K = 1.0;
static const double *get(void) { return &K; }
double f(double x) { return x / *get(); }
#else
static double K = 1.0;
static double *get(void) { return &K; }
static double *(*fp)(void) = get;
double f(double x) { *fp() = 0.0; return x / K; }
#endif
