// A shift by more than the width has some value.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: shift by the width of the integer or more
// control: proven: symbolic

double f(unsigned n, double x) {
#ifdef CONTROL
    if (n > 30) return 0;
    unsigned k = 1u << n; return x / (double)(k + 1u);
#else
    if (n < 32) return 0;
    unsigned k = 1u << n; return x / (double)(k - 1u);
#endif
}
