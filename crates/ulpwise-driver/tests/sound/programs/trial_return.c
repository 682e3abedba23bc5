// What never returns, so it says, does.
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive

#ifdef CONTROL
static void give_up(int x) { (void)x; }
#else
#pragma clang diagnostic ignored "-Winvalid-noreturn"
__attribute__((noreturn)) static void give_up(int x) { (void)x; }
#endif
float f(signed char x) {
  if (x == 0) give_up(x);
  return 1.0f / (float)(x * x + 1);
}
