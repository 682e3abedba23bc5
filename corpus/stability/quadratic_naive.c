#include <math.h>

double quadratic_naive(double b, double c)
{
    return (-b + sqrt(b * b - 4 * c)) / 2;
}
