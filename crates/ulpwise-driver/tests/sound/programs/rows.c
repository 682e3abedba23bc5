// A matrix has as many rows as its declaration says.
// option: range m=-1..1
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define DIVISOR (m[2][2] * m[2][2] + 1)
#else
#define DIVISOR m[2][2]
#endif
double f(double m[3][3]) { return m[0][0] / DIVISOR; }
