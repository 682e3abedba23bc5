// ulpwise: assume x + 1 <= y
// ulpwise: range x = -1e3..1e3; range y = -1e3..1e3
double slope(double x, double y) { return 1 / (y - x); }
//= slope divide-by-zero proven

double flat(double x) {
    return slope(x, x); //~ contract
}
