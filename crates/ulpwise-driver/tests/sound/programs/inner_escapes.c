// A function of another file may change what a pointer inside of a structure leads to.
// option: len s.b=2
// option: range s.b=1..2
// run: abstract
// program: not proven
// control: proven: abstract

struct holder { double *b; long n; };
struct holder *kept;
void elsewhere(void);
double f(struct holder *s) {
    kept = s;
#ifndef CONTROL
    elsewhere();
#endif
    return 1 / s->b[0];
}
