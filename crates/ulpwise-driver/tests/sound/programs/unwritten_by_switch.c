// A value that no case takes leaves the variable as it was.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: not proven
// control: proven: symbolic

double f(int n) {
  double y;
  switch (n & 3) {
  case 0: y = 1; break;
  case 1: y = 1; break;
#ifdef CONTROL
  default: y = 3;
#endif
  }
  return 1 / y;
}
