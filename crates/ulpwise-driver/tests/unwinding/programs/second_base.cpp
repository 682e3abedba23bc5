// The handler of a second base gets the part of the object that is that base.
struct Left { double a = 3; };
struct Right { double b = 5; };
struct Both : Left, Right {};
extern "C" double f(double x) {
    try {
        if (x > 0) throw Both();
    } catch (Right &r) {
        if (x > 2) return 1 / (r.b - 3); // proven
        return 1 / (r.b - 5); // found
    }
    return 1 / (x - 1); // proven
}
