// The address of what need not be defined anywhere may be null.
// run: abstract
// program: unknown: not analysed
// program: incomplete: not followed: the address of 'g', which need not be defined anywhere (in 'f')
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: the address of 'g', which need not be defined anywhere
// control: proven: symbolic

#ifdef CONTROL
double g(double x) { return x; }
#else
extern double g(double) __attribute__((weak));
#endif
double f(double x) {
    if (g) return 1.0;
    return 1.0 / (x - x);
}
