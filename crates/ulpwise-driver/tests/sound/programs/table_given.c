// A caller gets the address of a table, or only its contents.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
#ifdef CONTROL
double get(int k) { return t[k & 1]; }
#else
double *get(int k) { return t + (k & 1); }
#endif
double f(double x) { return x / t[0]; }
