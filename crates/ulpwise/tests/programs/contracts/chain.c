// ulpwise: range x = 0..4
double inner(double x) { return x * 1e300; }

// What breaks the contract of `outer` may break that of `inner` there.
// ulpwise: range x = 0..2
double outer(double x) { return inner(x + 1); } //~ contract
//= outer contract proven
//= outer overflow proven

double outermost(double x) {
    return outer(x); //~ contract
}
