// What is not initialised has some value.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: a value that was never initialised decides what happens
// control: proven: symbolic

#ifdef CONTROL
#define INITIAL = {0}
#define DIVISOR (x * x + 1)
#else
#define INITIAL
#define DIVISOR x
#endif
double f(unsigned k, double x) {
    int a[1] INITIAL; double y = 1.0;
    if (k * 2654435761u != 12345u) return 0;
    if (a[0]) y = 2.0;
    return y / DIVISOR;
}
