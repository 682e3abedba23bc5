// ulpwise: range x = 0..1
double scale(double x) { return x * 1e300; }
//= scale overflow proven

double careful(double y) { return y >= 0 && y <= 1 ? scale(y) : 0; }
//= careful contract proven

double careless(double y) { return scale(y); } //~ contract
