// Assembly code may write what it is given.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
void set(double v) {
#ifdef CONTROL
  double mine[2];
  __asm__ volatile("movsd %1, %0" : "=m"(mine[0]) : "x"(v));
#else
  __asm__ volatile("movsd %1, %0" : "=m"(t[0]) : "x"(v));
#endif
}
double f(double x) { return x / t[0]; }
