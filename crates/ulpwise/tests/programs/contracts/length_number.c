// ulpwise: len v = 2
// ulpwise: range v = -1..1
double norm(const double *v) { return v[0] * v[0] + v[1] * v[1]; }
//= norm overflow proven

double of_three(double x, double y) {
    double v[3] = {x, y, 0};
    return norm(v); //~ contract
}
