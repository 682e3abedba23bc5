// A shift by the width or more does what the processor does: it counts modulo 32.
// run: exhaustive
// program: witness: exhaustive
// control: proven: exhaustive

#ifdef CONTROL
#define DIVISOR ((1u << (x & 31)) + 1.0f)
#else
#define DIVISOR ((float)((1u << (x & 63)) - 4u))
#endif
float f(signed char x) {
  if (x < 32) return 0;
  return 1.0f / DIVISOR;
}
