// An exported function stores what it is handed where others can read it, or returns it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
#ifdef CONTROL
double keep(double *c, double **to) { *to = 0; return c[1]; }
#else
double keep(double *c, double **to) { *to = c; return c[1]; }
#endif
double g(double **to) { return keep(t, to); }
double f(double x) { return x / t[0]; }
