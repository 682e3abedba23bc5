// A branch that cannot be expressed leads to both divisions.
// run: abstract
// program: unknown: not analysed
// program: unknown: not analysed
// program: unknown: not analysed
// program: incomplete: not followed: a switch on more than 64 bits (in 'f')
// control: unknown: not analysed
// control: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: a switch on more than 64 bits
// program: unknown: unsupported: a switch on more than 64 bits
// program: unknown: unsupported: a switch on more than 64 bits
// control: proven: symbolic
// control: proven: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define BITS unsigned
#define DIVIDED(y) 1 / (y * y + 1)
#else
#define BITS unsigned __int128
#define DIVIDED(y) 1 / y
#endif
double f(double x, BITS n) {
    switch (n) { case 1: return DIVIDED((x - 3)); case 7: return DIVIDED((x - 5)); case 9: return x / 3; default: return 0; }
}
