// ulpwise: range n = 0..10
double power(double x, int n) {
    double p = 1;
    for (int i = 0; i < n; i++) p *= 0.5;
    return x + p;
}

double use(double x, short k) {
    return power(x, k); //~ contract
}
double three(double x) { return power(x, 3); }
//= three contract proven
