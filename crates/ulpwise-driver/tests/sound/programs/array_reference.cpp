// A reference to an array has its length, and a class of the library too.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <array>
#ifdef CONTROL
#define DIVISOR (v[2] * v[2] + 1 + w[1] * w[1])
#else
#define DIVISOR (v[2] + w[1])
#endif
extern "C" double f(const double (&v)[3], const std::array<double, 2> &w) { return 1.0 / DIVISOR; }
