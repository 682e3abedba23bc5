// ulpwise: range x = 0..1e3
double checked(double x) {
    if (x > 100) throw 1;
    return x * x;
}
//= checked overflow proven

double use(double x) {
    try {
        return checked(x); //~ contract
    } catch (int) {
        return 0;
    }
}
