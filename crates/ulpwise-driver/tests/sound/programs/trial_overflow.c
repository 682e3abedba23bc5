// A signed sum that overflows wraps around in the unoptimised program.
// run: exhaustive
// program: witness: exhaustive
// control: proven: exhaustive

#ifdef CONTROL
#define LIMIT -2147483647 - 1
#else
#define LIMIT 0
#endif
float f(short x) {
  int y = x + 2147483647;
  if (x > 0 && y < LIMIT) return 1.0f / (float)(x - x);
  return 0;
}
