// A loop over more elements than are assumed may count further.
// option: len v=4
// option: range n=-100..100
// run: abstract
// program: unknown: it may access v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// run: symbolic
// program: unknown: it reads v beyond the 4 elements assumed: give --len v=N, or limit the index with --range
// control: proven: symbolic

#ifdef CONTROL
#define LENGTH (n & 3)
#else
#define LENGTH n
#endif
double f(const double *v, int n) {
    int count = 0;
    for (int i = 0; i < LENGTH; i++)
        if (v[i] > 0) count++;
    return 1.0 / (count - 5);
}
