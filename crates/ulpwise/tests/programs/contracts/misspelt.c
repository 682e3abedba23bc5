// ulpwise: rnage x = 0..1
//~^ diagnostic: there is no `rnage`; did you mean `range`?
double scale(double x) { return x * 1e300; }
//= scale overflow witness

// ulpwise: allow(underfow) it does not matter
//~^ diagnostic: there is no exception `underfow`; did you mean `underflow`?
double tiny(double x) { return x * 1e-300; }
//= tiny underflow witness

// ulpwise: range x = one..two
//~^ diagnostic: `one` is not a floating-point number
double same(double x) { return x; }
