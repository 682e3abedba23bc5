// A subnormal number that is rounded to another subnormal one has underflowed, though it was tiny
// before.
// option: property underflow
// option: range x=1e-310..2e-310
// option: rounding up
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
float f(double x) { return (float)(x > 1 ? x : 1); }
#else
float f(double x) { return (float)x; }
#endif
