// Which of two objects lies first is no property of the program.
// run: symbolic
// program: unknown: a value in it depends on where an object lies
// control: proven: symbolic

#ifdef CONTROL
#define FIRST(a, b) ((a) < (a) + 2)
#define ZERO(c) ((c) ? 1.0f : 0.0f)
#else
#define FIRST(a, b) ((a) < (b))
#define ZERO(c) ((c) ? 0.0f : 1.0f)
#endif
static int first(const double *a, const double *b) { return FIRST(a, b); }
float f(signed char x) {
  double a[4] = {x, x, x, x}, b[4] = {x, x, x, x};
  return 1.0f / ZERO(first(b, a) + 0 * (a[0] > b[1]));
}
