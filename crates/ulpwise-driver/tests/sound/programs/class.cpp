// `isdigit` answers what the C library of this machine answers.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <cctype>
#ifdef CONTROL
extern "C" double f(int c) { return 1.0 / (std::isdigit(c & 127) + 1); }
#else
extern "C" double f(int c) { return 1.0 / (std::isdigit(c & 127) - 2048); }
#endif
