/* One function for each kind of parameter and result. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct mixed { float factor; int count; };
struct triple { float a, b, c; };
struct table { double entries[4]; long offset; };
struct list { const double *entries; int length; };
union either { double number; long bits; };
enum colour { RED, GREEN = 5, BLUE = -1 };

double norm(struct point p) { return sqrt(p.x * p.x + p.y * p.y); }
float scaled(struct mixed m) { return m.factor * m.count; }
float total(struct triple t) { return t.a + t.b + t.c; }
double table_sum(struct table t)
{
    return t.entries[0] + t.entries[1] + t.entries[2] + t.entries[3] + t.offset;
}
struct point swapped(struct point p) { return (struct point){ p.y, p.x }; }
struct table doubled(double x) { return (struct table){ { x, 2 * x }, 3 }; }
double list_sum(const struct list *l)
{
    double sum = 0;
    for (int i = 0; i < l->length; i++)
        sum += l->entries[i];
    return sum;
}
double complex product(double complex a, double complex b) { return a * b; }
float complex sum_of_floats(float complex a, float complex b) { return a + b; }
long double square(long double x) { return x * x; }
_Float16 half(_Float16 x) { return x * 2; }
enum colour other(enum colour c) { return c == RED ? GREEN : RED; }
bool negated(bool b) { return !b; }
unsigned char next(unsigned char c) { return c + 1; }
void quotients(double x, double *third, int *whole) { *third = x / 3; *whole = (int)x; }
void reciprocals(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / i;
}
size_t length(const char *text) { return strlen(text); }
const char *greeting(void) { return "good morning"; }
double row_products(double (*rows)[2], int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[i][0] * rows[i][1];
    return sum;
}
double first_column(double **rows, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += rows[i][0];
    return sum;
}
double scale(void)
{
    const char *text = getenv("SCALE");
    return text ? atof(text) : 1;
}
double apply(double (*function)(double), void *context) { return function(1); }
double of_union(union either u) { return u.number; }
int first(int n, ...) { return n; }
static double hidden(double x) { return x + 1; }
double shown(double x) { return hidden(x); }
