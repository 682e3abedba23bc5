/* What `cargo xtask fuzz bitcode` damages: most features of the IR in one small program, in the common
   subset of C and C++. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    double x, y;
    struct point *next;
    char name[8];
    unsigned flags : 3;
};

typedef double (*operation)(double, double);

static double add(double a, double b) { return a + b; }
static double divide(double a, double b) { return a / b; }
static const operation operations[] = {add, divide, fmod};
static const char *const names[] = {"add", "divide", "fmod"};
static const double table[] = {1.0, 0.5, 0.25, INFINITY};
static struct point origin = {0.0, -0.0, &origin, "origin", 5};
long double extended = 1.0L / 3.0L;

double norm(const struct point *p) { return sqrt(p->x * p->x + p->y * p->y); }

double sum(int n, ...) {
    va_list arguments;
    double total = 0;
    va_start(arguments, n);
    for (int i = 0; i < n; i++) total += va_arg(arguments, double);
    va_end(arguments);
    return total;
}

float dot(const float *restrict_a, const float *restrict_b, int n) {
    float total = 0;
    for (int i = 0; i < n; i++) total += restrict_a[i] * restrict_b[i];
    return total;
}

int classify(double x) {
    switch (isnan(x) ? 0 : isinf(x) ? 1 : (int)x & 3) {
    case 0: return -1;
    case 1: return x > 0 ? 7 : -7;
    case 2: return (int)floor(x);
    default: return (int)lrint(fabs(x) + table[(unsigned)(long long)x & 3]);
    }
}

struct point midpoint(struct point a, struct point b) {
    struct point middle;
    memset(&middle, 0, sizeof middle);
    middle.x = (a.x + b.x) / 2;
    middle.y = fma(a.y, 0.5, b.y * 0.5);
    memcpy(middle.name, a.name, sizeof middle.name);
    middle.next = &origin;
    return middle;
}

int main(int argc, char **argv) {
    double *values = (double *)malloc(sizeof(double) * (size_t)(argc + 1));
    for (int i = 0; i < argc; i++) values[i] = operations[i % 3](atof(argv[i]), (double)i);
    printf("%s %g %Lg\n", names[argc % 3], sum(3, 1.0, 2.0, values[0]), extended * argc);
    free(values);
    return classify(norm(&origin)) + (int)dot((float *)table, (float *)table, 2);
}
