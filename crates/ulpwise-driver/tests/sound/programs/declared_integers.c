// Integers have as many elements as the declaration says, by a macro and a typedef.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#define DIGITS 2
typedef int digits[DIGITS + 2];
#ifdef CONTROL
#define DIVISOR ((t[3] & 7) + 1)
#else
#define DIVISOR (t[0] + t[3])
#endif
double f(const digits t) { return 1.0 / DIVISOR; }
