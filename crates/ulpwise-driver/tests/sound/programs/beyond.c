// One array that is too short is not all that an address can be in.
// option: range i=0..3
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
static double A[4] = {1, 2, 3, 4};
static double B[4] = {1, 2, 3, 4};
#else
static double A[2] = {1, 2};
static double B[4] = {1, 2, 3, 0};
#endif
double f(unsigned k, unsigned i) {
    double *tab[2] = {A, B};
    return 1.0 / tab[k * 2654435761u == 12345u][i];
}
