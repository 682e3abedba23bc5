// A pointer that walks down an array of structures keeps in step.
// run: abstract
// program: unknown: not analysed
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define DIVISOR (p->x + 7.0)
#else
#define DIVISOR (p->x - 7.0)
#endif
struct v { double x, y, z; };
double f(int n, double t) {
    struct v a[8];
    for (int i = 0; i < 8; i++) { a[i].x = 1; a[i].y = -1; a[i].z = 3; }
    a[0].x = 7;
    struct v *p = a + 7; double s = 0;
    if (n > 8) n = 8;
    while (n-- > 0 && p->x > 0) { s = 1.0 / DIVISOR; p--; }
    return s;
}
