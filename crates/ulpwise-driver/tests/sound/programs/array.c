// What is defined elsewhere may be larger than it is declared.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: use of the variable 'table', which the given files do not define or whose initial value ulpwise cannot express
// control: proven: symbolic

#ifdef CONTROL
static const double table[4] = {1, 2, 3, 4};
#else
extern double table[];
#endif
double f(double x, int i) { return x / table[i & 3]; }
