// A pointer that steps far still points into the object that it came from.
// option: len v=4
// option: range i=-100..100
// option: range j=-100..100
// option: range k=-100..100
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

double f(double *v, long i, long j, long k) {
    if (!(v[0] >= 1.0)) return 0;
    double *p = v + i; p += j; p += k;
#ifndef CONTROL
    *p = 0.0;
#endif
    return 1.0 / v[0];
}
