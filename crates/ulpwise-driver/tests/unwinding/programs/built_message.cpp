// A message is built of strings, two calls down, where nothing but a throw follows.
#include <stdexcept>
#include <string>
[[gnu::noinline]] static void fail(const char *what) {
    std::string message("bad ");
    message += what;
    throw std::domain_error(message);
}
static double inner(double x) {
    if (x < 0) fail("x");
    int odd = 1;
    for (int i = 0; i < 6; i++) odd = x * x * x > i ? odd * 3 : -odd;
    return 1.0 / odd; // proven
}
static double outer(double x) { return inner(x) + 1; }
extern "C" double f(double x) {
    double y = outer(x);
    return 1 / (y - y + x - 3); // found
}
