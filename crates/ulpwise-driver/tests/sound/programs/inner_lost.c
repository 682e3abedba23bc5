// An address that is read from where it was forgotten may be that of any inner object.
// option: len s=1
// option: range s.b=1..2
// option: range s.a=1..2
// run: abstract
// program: not proven
// control: proven: abstract

struct two { double *a, *b; };
#ifdef CONTROL
#define AMONG 0
#else
#define AMONG (i & 1)
#endif
double f(struct two *s, int i) {
    double **all = &s->a;
    // One of the two, whichever.
    *all[AMONG] = 0;
    return 1 / *s->b;
}
