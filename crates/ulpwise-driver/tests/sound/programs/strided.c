// A pointer that steps far still points into its object.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// control: proven: symbolic

double f(long rs, long cs, long i, long j, long o) {
    double m[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    double *p = m + o; p = p + i * rs; p = p + j * cs;
#ifndef CONTROL
    *p = 0.0;
#endif
    return 1.0 / m[4];
}
