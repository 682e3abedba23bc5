// A variable that others can write keeps what was left in it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 'scale', which may hold something else when it is called
// control: proven: symbolic

#ifdef CONTROL
static const double scale = 1;
#else
double scale = 1;
void set(double s) { scale = s; }
#endif
double f(double x) { return x / scale; }
