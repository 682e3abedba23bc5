// A jump passes over what initialises the variable.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: not proven
// control: proven: symbolic

double f(double x) {
#ifdef CONTROL
  x = 1;
#endif
  if (x < 0) goto end;
  double y = 1;
end:
  return 1 / y;
}
