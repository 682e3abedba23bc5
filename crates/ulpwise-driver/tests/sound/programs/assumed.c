// What an assumption raises is not the function's own.
// option: property underflow
// option: assume x * x < 1
// option: stop-at-exception
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: inputs were found, but native code raises nothing on them
// control: proven: symbolic

double f(double x) {
#ifdef CONTROL
    if (!(x > 0.5)) return 0;
#endif
    return x + x;
}
