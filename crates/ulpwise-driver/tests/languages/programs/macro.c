// An operation of a macro is shown where the macro is used.
#include <math.h>
#define INVERSE(x) (1.0 / (x))
#define ROOT(x) \
    sqrt(x)
double both(double x) {
    double a = INVERSE(x - 1.0); //~ divide-by-zero
    return a + ROOT(x); //~ invalid
}
