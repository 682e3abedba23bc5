// A function of the program's own with the name of a library function is not the library's.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it calls 'random', which does not do the same each time
// control: proven: symbolic

#ifdef CONTROL
static void random(double *out) { *out = 2.0; }
#else
extern void random(double *out);
#endif
double f(double x) { double k = 1.0; random(&k); return x / k; }
