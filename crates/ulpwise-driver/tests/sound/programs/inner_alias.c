// What a pointer inside of a structure leads to changes through another pointer to it.
// option: len s.a=2
// option: len s.b=2
// option: range s.b=1..2
// run: abstract
// program: not proven
// control: proven: abstract

struct pair { double *a, *b; };
#ifdef CONTROL
double f(struct pair *s) { s->a[0] = 0; return 1 / s->b[0]; }
#else
double f(struct pair *s) { s->a = s->b; s->a[0] = 0; return 1 / s->b[0]; }
#endif
