// A variable that another function sets is any value; one that is set before it is read is none of
// that.
// run: symbolic
// program: unknown: it depends on the variable 'divisor', which may hold something else when it is called
// control: proven: symbolic

static double divisor = 1, last;
void set_divisor(double x) { divisor = x; }
double f(double x) {
#ifdef CONTROL
  divisor = x > 0 ? 2 : 3;
#endif
  last = last + 1;
  return 1 / divisor;
}
