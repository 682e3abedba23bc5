// Something besides the program writes volatile memory, also between two reads.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it reads volatile memory, which may change at any moment
// control: proven: symbolic
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive

#ifdef CONTROL
static int ready = 1;
#else
static volatile int ready = 1;
#endif
float f(signed char x) {
  volatile int mine = 2; // Nothing else knows a variable of the function's own.
  int difference = ready - ready;
  return x / (difference == 1 ? 0.0f : (float)mine);
}
