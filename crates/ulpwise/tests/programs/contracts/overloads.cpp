// ulpwise: range x = 0..1
double scale(double x) { return x * 1e300; }
// ulpwise: range n = 1..10
double scale(int n) { return 1.0 / n; }

double of_int(int k) { return scale(k); } //~ contract
double of_two() { return scale(2); }
//= of_two contract proven
