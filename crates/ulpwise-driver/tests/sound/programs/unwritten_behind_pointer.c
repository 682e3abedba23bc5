// A function that writes through a pointer in some cases leaves the variable as it was in the others.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: not proven
// control: proven: symbolic

static void half(double x, double *y) {
  if (x > 0) *y = 0.5;
}
double f(double x) {
  double y;
#ifdef CONTROL
  y = 2;
#endif
  half(x, &y);
  return 1 / y;
}
