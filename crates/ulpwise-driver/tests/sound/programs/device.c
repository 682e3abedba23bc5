// What stands at a number of an address is not known.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it reads volatile memory, which may change at any moment
// control: proven: symbolic

#ifdef CONTROL
#define READ 1.0
#else
#define READ (*(volatile double *)0x1000)
#endif
double f(double x) { return x / READ; }
