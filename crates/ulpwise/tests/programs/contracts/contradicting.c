// ulpwise: range x = 0..1
// ulpwise: range x = 0..2
//~^ diagnostic: contradicts `range x = 0..1` in line 1, which stays
double scale(double x) { return x * 1e300; }
//= scale overflow proven
