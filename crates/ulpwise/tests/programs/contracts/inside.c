double inverse(double x) {
    // ulpwise: range x = 1..2
    return 1 / x;
}
//= inverse divide-by-zero proven

double use(double x) { return inverse(x + 3); } //~ contract
