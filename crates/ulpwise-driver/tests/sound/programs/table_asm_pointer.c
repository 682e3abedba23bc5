// Assembly code may write through a register.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

static double t[2] = {1.0, 2.0};
static double other[2];
void set(double v, int k) {
#ifdef CONTROL
  double *p = other + k;
#else
  double *p = t + k;
#endif
  __asm__ volatile("movsd %1, (%0)" : : "r"(p), "x"(v) : "memory");
}
double f(double x) { return x / t[0]; }
