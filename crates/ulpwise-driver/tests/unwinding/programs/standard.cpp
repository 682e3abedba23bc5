// Exceptions of the standard library and of classes derived from them.
#include <stdexcept>
struct Domain : std::domain_error {
    double where;
    explicit Domain(double x) : std::domain_error("outside"), where(x) {}
};
static double root(double x) {
    if (x < 0) throw Domain(4);
    if (x > 100) throw std::out_of_range("too large");
    return x + 1;
}
extern "C" double f(double x) {
    try {
        return 1 / root(x); // proven
    } catch (const Domain &d) {
        return 1 / (d.where - 4); // found
    } catch (const std::runtime_error &) {
        return 1 / (x - x); // proven
    } catch (const std::logic_error &) {
        return 1 / (x - 100); // proven
    }
}
