// What operations on known values raise counts on a path that is not followed to its end, too.
// option: len v=1
// run: symbolic
// program: not proven
// control: proven: symbolic

#ifdef CONTROL
#define DIVISOR 1
#else
#define DIVISOR 0
#endif
double f(const double *v, double x) {
    double divisor = DIVISOR;
    double y = 1 / divisor;
    return y + x + v[1];
}
