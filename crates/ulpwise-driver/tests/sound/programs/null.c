// One bad address is not all that an address can be.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
static double B[1] = {2.0};
#else
static double B[1] = {0.0};
#endif
double f(unsigned k) {
    double *tab[2] = {0, B};
    unsigned j = k * 2654435761u == 12345u;
    return 1.0 / *tab[j];
}
