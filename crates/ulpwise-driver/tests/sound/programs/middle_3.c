// A loop may be entered in its middle: its first block in the order of the program is reached by no way that is taken.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

double f(double x) {
    double y = x;
    int i = 0;
    if (x < 1) goto in;
    for (;;) {
#ifdef CONTROL
        y = 1 / (y * y + 1.75);
#else
        y = 1 / (y - 1.75);
#endif
    in: if (++i == 2) return y;
    }
}
