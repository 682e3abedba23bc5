// What follows a write to what is defined elsewhere happens.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: use of the variable 'table', which the given files do not define or whose initial value ulpwise cannot express

#ifdef CONTROL
#define DIVISOR (x * x + 1)
#else
#define DIVISOR (x - x)
#endif
extern double table[];
double f(double x) { table[0] = 1.0; return x / DIVISOR; }
