#include <math.h>

double quadratic_stable(double b, double c)
{
    double q = -(b + sqrt(b * b - 4 * c)) / 2;
    return c / q;
}
