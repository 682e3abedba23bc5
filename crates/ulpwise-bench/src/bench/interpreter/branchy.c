/* Comparisons, branches and integer arithmetic: Collatz steps of many numbers. */
int main(void) {
  unsigned long steps = 0, n = 27, seed = 27;
  for (long i = 0; i < TURNS; i++) {
    if (n == 1) {
      seed = seed + 2;
      n = seed;
    } else if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    if (n > 1000000)
      steps += 2;
    else if (n & 4)
      steps += 1;
  }
  return steps > 0 || TURNS == 0 ? 0 : 1;
}
