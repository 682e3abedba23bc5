// Structures that point at numbers.
struct view { int count; const double *data; };
double first(const struct view *v) { return 1.0 / v->data[0]; } //~ divide-by-zero
double second(struct view v) { return v.count > 1 ? 1.0 / v.data[1] : 0.0; } //~ divide-by-zero
