// Unsigned numbers are inputs of their own kind.
double share(unsigned part, unsigned whole) { return (double)part / whole; } //~ divide-by-zero, invalid
double next(unsigned char n) { return 1.0 / (n + 1); }
