// A private base is not what a handler of it takes.
struct Hidden {};
class Thrown : Hidden {};
extern "C" double f(double x) {
    try {
        if (x > 0) throw Thrown();
    } catch (Hidden &) {
        return 1 / (x - x); // proven
    } catch (...) {
        return 1 / (x - 7); // found
    }
    return 1 / (x - 1); // proven
}
