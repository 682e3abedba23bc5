// Indices in an array lead anywhere that they are not limited from.
// option: len ix=2
// option: len x=5
// option: range x=1..2
// option: range ix=0..4
// run: abstract
// program: not proven
// control: proven: abstract

double f(const double *x, int *ix) {
#ifndef CONTROL
    ix[1] = ix[1] + 1;
#endif
    return 1 / x[ix[1]];
}
