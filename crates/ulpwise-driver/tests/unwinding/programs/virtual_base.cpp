// A virtual base is found through the table of virtual functions.
struct Root { double v = 1; };
struct Left : virtual Root {};
struct Right : virtual Root {};
struct Join : Left, Right { Join() { v = 6; } };
extern "C" double f(double x) {
    try {
        if (x > 0) throw Join();
    } catch (Root &r) {
        if (x > 1) return 1 / (r.v - 1); // proven
        return 1 / (r.v - 6); // found
    }
    return 1 / (x - 1); // proven
}
