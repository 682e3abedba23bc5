// A structure that is never written, with the address of a table that is never written, is a
// constant, also behind a pointer that a function gets.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 's', which may hold something else when it is called
// control: proven: symbolic

typedef struct { double *c; int order; double a, b; } series;
typedef struct { double val, err; } result;
static double t[3] = {4.0, 2.0, 1.0}, u[3] = {3.0, 2.0, 1.0};
static series s = {t, 2, -1.0, 1.0}, r = {u, 2, -1.0, 1.0};
static void eval(const series *s, double x, result *out) {
  double d = 0;
  for (int j = s->order; j >= 0; j--) d = d * 0.5 + s->c[j];
  out->val = d;
  out->err = s->b;
}
#ifndef CONTROL
void reset(int order) { s.order = order; }
#endif
double f(double x) {
  result one, two;
  eval(&s, x, &one);
  eval(&r, x, &two);
  return 1.0 / (one.val + two.err);
}
