// What a function hands out can be written.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 'table', which may hold something else when it is called
// control: proven: symbolic

static double table[4] = {1, 1, 1, 1};
#ifdef CONTROL
static double *get(void) { return table; }
double f(double x) { return x / get()[0]; }
#else
double *get(void) { return table; }
double f(double x) { return x / table[0]; }
#endif
