// Unions of names for the same number, as in vectors of graphics libraries.
struct vector { union { double x, r, s; }; union { double y, g, t; }; };
double ratio(vector v) { return v.x / v.g; } //~ divide-by-zero, invalid
double slope(const vector &v) { return v.t / v.r; } //~ divide-by-zero, invalid
union number { double value; unsigned long bits; };
double inverse(number n) { return 1.0 / n.value; } //~ divide-by-zero
double kept(number n) { return 1.0 / ((double)(n.bits >> 60) + 1.0); }
