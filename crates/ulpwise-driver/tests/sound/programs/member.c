// A flexible array member of what is defined elsewhere may have elements.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: use of the variable 'v', which the given files do not define or whose initial value ulpwise cannot express
// control: proven: symbolic

struct vec { int n; double d[4]; };
#ifdef CONTROL
static const struct vec v = {4, {1, 2, 3, 4}};
#else
struct open { int n; double d[]; };
extern struct open v;
#endif
double f(double x, int i) { return x / v.d[i & 3]; }
