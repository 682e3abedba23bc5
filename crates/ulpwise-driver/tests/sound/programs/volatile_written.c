// A value that was just written to a device is not the one that is read.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it reads volatile memory, which may change at any moment
// control: proven: symbolic

#ifdef CONTROL
double f(double x) { volatile double port; port = 1; return x / port; }
#else
static volatile double port;
double f(double x) { port = 1; return x / port; }
#endif
