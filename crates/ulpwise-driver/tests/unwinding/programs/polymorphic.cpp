// A handler of a base takes what is derived from it, and calls what that overrides.
struct Shape {
    virtual ~Shape() {}
    virtual double area() const { return 0; }
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override { return side * side + 1; }
};
static void g(double x) {
    if (x > 1) throw Square(2);
    throw Shape();
}
extern "C" double f(double x) {
    try {
        g(x);
    } catch (const Square &s) {
        return 1 / (s.area() - 4); // proven
    } catch (const Shape &s) {
        return 1 / s.area(); // found
    }
    return 1 / (x - x); // proven
}
