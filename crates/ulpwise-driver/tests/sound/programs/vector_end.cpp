// A vector ends where its elements do: who goes on reads anything.
// option: range v=1..2
// run: abstract
// program: not proven
// control: proven: abstract
#include <vector>
#ifdef CONTROL
#define LAST 3
#else
#define LAST 4
#endif
extern "C" double f(const std::vector<double> &v) { return 1 / v.data()[LAST]; }
