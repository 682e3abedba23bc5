// Caught by value a base is a base; caught by reference it is what was thrown.
struct A {
    double v;
    explicit A(double x) : v(x) {}
    A(const A &other) : v(other.v + 1) {}
};
struct B : A {
    B() : A(1) {}
};
extern "C" double f(double x) {
    double by_value = 0, by_reference = 0;
    try { throw B(); } catch (A a) { by_value = a.v; }
    try { throw B(); } catch (A &a) { by_reference = a.v; }
    if (x > 0) return 1 / (by_value - 2); // found
    return 1 / (by_reference - 2); // proven
}
