// An integer in memory is what it was limited to until it is written.
// option: range n=1..4
// run: abstract
// program: not proven
// control: proven: abstract

double f(int *n, double x) {
#ifndef CONTROL
    *n = *n - 1;
#endif
    return x / *n;
}
