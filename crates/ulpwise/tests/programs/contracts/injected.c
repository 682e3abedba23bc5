// ulpwise: assume system("true") == 0
//~^ diagnostic: `"` is no part of a condition
// ulpwise: assume x = 1
//~^ diagnostic: write == for a comparison
// ulpwise: assume exit(1) < x
//~^ diagnostic: there is no parameter `exit`
double f(double x) { return x * x; }
//= f overflow witness
