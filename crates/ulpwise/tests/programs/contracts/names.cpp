namespace geometry {
// ulpwise: range side = 0..1e100
double area(double side) { return side * side; }
//= geometry::area overflow proven

struct Circle {
    double radius;
    // ulpwise: range factor = 0..1
    double scaled(double factor) const { return radius * factor; }
};
}

double use(double x) {
    geometry::Circle circle{1.0};
    return circle.scaled(x); //~ contract
}

double again(double x) {
    return geometry::area(x); //~ contract
}
