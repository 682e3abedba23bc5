// A loop that is never entered writes nothing.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: not proven
// control: proven: symbolic

double f(int n) {
  double y;
#ifdef CONTROL
  y = 4;
#endif
  for (int i = 0; i < (n & 3); i++) y = 2;
  return 1 / y;
}
