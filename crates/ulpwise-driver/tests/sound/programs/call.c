// A call with other parameters than the function has does something.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: bad call through a pointer: 'g' has other parameters or another result
// control: proven: symbolic

typedef double (*F)(double, void *);
#ifdef CONTROL
#define DIVISOR (x * x + 1)
static double g(double x, void *p) { return x; }
static F h = g;
#else
#define DIVISOR x
static double g(double x) { return x; }
static F h = (F)g;
#endif
double f(unsigned k, double x) { if (k * 2654435761u != 12345u) return 0; double y = h(1.0, 0); return y / DIVISOR; }
