// A variable keeps its value from one call to the next.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 'f.last', which may hold something else when it is called
// control: proven: symbolic

#ifdef CONTROL
double f(double x) { double last = 1.0; double r = 2.0 / last; last = x; return r; }
#else
double f(double x) { static double last = 1.0; double r = 2.0 / last; last = x; return r; }
#endif
