double first(double x) { return x; }

// ulpwise: range x = 0..1
//~^ diagnostic: belongs to no function of the program
int nothing;

double second(double x) { return x * x; }
//= second overflow witness
