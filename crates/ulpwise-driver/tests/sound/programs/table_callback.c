// A function of another file hands an address to a function of the program's.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
static double other[2];
extern void visit(void (*)(double *), double *);
static void clear(double *p) { *p = 0; }
#ifdef CONTROL
void set(void) { visit(clear, other); }
#else
void set(void) { visit(clear, t); }
#endif
double f(double x) { return x / t[0]; }
