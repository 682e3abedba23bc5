// ulpwise: len v = n; range n = 1..4; range v = -1e3..1e3
double sum(const double *v, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += v[i];
    return s;
}
//= sum overflow proven

double many(const double *v) {
    return sum(v, 1000000); //~ contract
}
