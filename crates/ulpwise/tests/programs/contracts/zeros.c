// ulpwise: range x = 0..1
double inverse(double x) { return 1 / x; }
//= inverse divide-by-zero witness

double negative_zero(void) { return inverse(-0.0); }
//= negative_zero contract proven
