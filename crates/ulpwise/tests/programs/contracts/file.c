#include <math.h>

// ulpwise: file range x = -1e3..1e3

double square(double x) { return x * x; }
//= square overflow proven

// ulpwise: range x = 0..2
double root(double x) { return sqrt(x); }
//= root invalid proven

double other(double y) { return y * y; }
//= other overflow witness
