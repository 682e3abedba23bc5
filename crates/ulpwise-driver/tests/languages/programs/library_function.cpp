// Functions of headers are looked at where they are called, and not by themselves.
#include <algorithm>
#include <vector>
double inverse_of_larger(double a, double b) { return 1.0 / std::max(a, b); } //~ divide-by-zero
