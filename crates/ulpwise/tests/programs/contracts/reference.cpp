// ulpwise: range x = 1..2
double inverse(const double &x) { return 1 / x; }
//= inverse divide-by-zero proven

double use(double x) { return inverse(x); } //~ contract
