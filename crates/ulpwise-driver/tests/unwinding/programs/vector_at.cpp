// What the library throws by itself is caught by its class.
#include <array>
#include <stdexcept>
extern "C" double f(unsigned n) {
    std::array<double, 3> values{1, 2, 4};
    try {
        return 1 / values.at(n); // proven
    } catch (const std::out_of_range &) {
        return 1.0 / (n - 2.0); // proven
    } catch (...) {
        return 1.0 / (n - n); // proven
    }
}
