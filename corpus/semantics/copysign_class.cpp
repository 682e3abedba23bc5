#include <cassert>
#include <cmath>
#include <cstring>

extern "C" float __VERIFIER_nondet_float(void);

class Signed {
public:
    explicit Signed(float x) : negative_(std::signbit(x)), magnitude_(std::fabs(x)) {}
    float value() const { return std::copysign(magnitude_, negative_ ? -1.0f : 1.0f); }
    bool operator<(const Signed &other) const { return value() < other.value(); }

private:
    bool negative_;
    float magnitude_;
};

int main() {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    Signed a(x), b(y);
    float back = a.value();
    assert(std::memcmp(&back, &x, sizeof x) == 0);
    assert((a < b) == (x < y));
    return 0;
}
