// A loop that leaves its array leaves open what comes after it, and not what comes before.
// option: len v=2
// option: range v=1..2
// run: symbolic
// program: proven: symbolic
// program: not proven
// control: proven: symbolic
// control: proven: symbolic

#ifdef CONTROL
#define COUNT 2
#else
#define COUNT 3
#endif
double f(const double *v) {
    double first = 1 / v[0], sum = 0;
    for (int i = 0; i < COUNT; i++) sum += v[i] * v[i];
    return first + 1 / sum;
}
