// After an access that leaves an array, a call through a pointer may come to each function whose address is
// taken.
// option: len v=1
// run: symbolic
// program: not proven
// control: proven: symbolic

static double g(double x) { return 1 / (x * x + 1); }
double (*kept)(double) = g;
double f(const double *v, double x) {
    double first = g(x);
    first += v[1];
#ifndef CONTROL
    first += kept(x);
#endif
    return first;
}
