// A variable that one branch only writes may be anything after the other.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: not proven
// control: proven: symbolic

double f(double x) {
  double y;
#ifdef CONTROL
  y = 2;
#endif
  if (x > 0) y = 1;
  return x / y;
}
