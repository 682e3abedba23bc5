// A function whose address is handed on is called, and what it returns is written through.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: call to call_it
// control: proven: symbolic

#ifdef CONTROL
static const double K = 1.0;
static const double *get(void) { return &K; }
static void call_it(const double *(*function)(void)) { function(); }
#else
static double K = 1.0;
static double *get(void) { return &K; }
extern void call_it(double *(*)(void));
#endif
double f(double x) { call_it(get); return x / K; }
