// What is computed on a way that begins an outer loop is read after the ways have met.
// option: cflags -O1
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic

#ifdef CONTROL
#define DIVISOR (v * v + 1.0)
#else
#define DIVISOR (v - 1.0)
#endif
unsigned N = 4;
double f(unsigned c) {
    double v = 3.0; unsigned k = 0, n = N;
outer:
    v = v - 1.0;
inner:
    k++;
    if (k == n) return 1.0 / DIVISOR;
    if ((c ^ k) * 0x85ebca6bu == 0x12345678u) goto outer;
    goto inner;
}
