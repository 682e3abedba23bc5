#include <assert.h>
#include <klee/klee.h>
#include <math.h>

typedef double (*function)(double);
static double constant(double x) { return (void)x, 3.0; }
static double line(double x) { return 2.0 * x; }
static double square(double x) { return x * x; }

static double trapezoid(function f, double a, double b, int n) {
    double h = (b - a) / n, sum = 0.5 * (f(a) + f(b));
    for (int i = 1; i < n; i++) sum += f(a + i * h);
    return sum * h;
}

int main(void) {
    int choice = klee_range(0, 3, "choice");
    static const double EXACT[] = {6.0, 4.0, 8.0 / 3.0};
    double integral;
    if (choice == 0)
        integral = trapezoid(constant, 0.0, 2.0, 400);
    else if (choice == 1)
        integral = trapezoid(line, 0.0, 2.0, 400);
    else
        integral = trapezoid(square, 0.0, 2.0, 400);
    assert(fabs(integral - EXACT[choice]) < 1e-4);
    return 0;
}
