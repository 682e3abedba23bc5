// ulpwise: assume x < y
// ulpwise: assume y < x
double slope(double x, double y) { return 1 / (y - x); }
//= slope not-checked no input meets its contract

double other(double x) { return x * x; }
//= other overflow witness
