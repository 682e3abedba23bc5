// What comes before an access that leaves an array is proven, unless the program comes there again.
// option: len v=1
// run: symbolic
// program: not proven
// control: proven: symbolic

double f(const double *v, double x) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += 1 / (x * x + 1);
#ifndef CONTROL
        sum += v[i];
#endif
    }
    return sum + v[1];
}
