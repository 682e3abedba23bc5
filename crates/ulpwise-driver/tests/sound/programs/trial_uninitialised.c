// What was never written is whatever lay there.
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive

#ifdef CONTROL
#define INITIAL = {1, 1, 1, 1}
#else
#define INITIAL
#endif
float f(signed char x) {
  int a[4] INITIAL;
  if (x > 100) a[2] = 1;
  return 1.0f / (float)a[2];
}
