/* Floating-point arithmetic and little else: an integrator for a damped oscillator. */
int main(void) {
  double x = 1.0, v = 0.0, energy = 0.0;
  for (long i = 0; i < TURNS; i++) {
    double a = -x * 1.25 - v * 0.01;
    v = v + a * 0.001;
    x = x + v * 0.001;
    energy = energy * 0.999 + (x * x + v * v) / 2.5;
  }
  return energy >= 0.0 ? 0 : 1;
}
