// A pointer that walks down a table keeps in step.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

static const double T[16] = {0, 7, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
#ifdef CONTROL
#define DIVISOR (*p + 7.0)
#define STEPS 7
#else
#define DIVISOR (*p - 7.0)
#define STEPS 8
#endif
double f(int n) {
    const double *p = T + 15; double s = 0;
    if (n > STEPS) n = STEPS;
    while (n-- > 0 && *p > 0) { s = 1.0 / DIVISOR; p -= 2; }
    return s;
}
