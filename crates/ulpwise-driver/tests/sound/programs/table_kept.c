// A pointer to a table that is kept elsewhere writes it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
static double other[2];
static double *kept = other;
void keep(void) { 
#ifdef CONTROL
  kept = other;
#else
  kept = t;
#endif
}
void set(double v) { *kept = v; }
double f(double x) { return x / t[0]; }
