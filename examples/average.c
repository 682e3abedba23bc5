/* The average of two doubles, five ways.
 *
 * Each is exact enough almost everywhere; they differ in where they fail. Try 1e308,1e308 and
 * -1e308,1e308 and 5e-324,5e-324 on each of them.
 */
#include <float.h>
#include <math.h>

/* The textbook formula: the sum overflows although the average is representable. */
double average(double x, double y)
{
    return (x + y) / 2;
}

/* Halving first cannot overflow, but a half of the smallest subnormal numbers is lost. */
double av1(double x, double y)
{
    return x / 2 + y / 2;
}

/* Half the distance on top of x: no loss for neighbours, overflow for opposite signs. */
double av2(double x, double y)
{
    return x + (y - x) / 2;
}

/* Sterbenz's advice: subtract numbers of the same sign, add numbers of opposite signs.
 * Neither the sum nor the difference can overflow then. */
double av3(double x, double y)
{
    if ((x < 0) != (y < 0))
        return (x + y) / 2;
    return x + (y - x) / 2;
}

/* The textbook formula where it is safe, halves where the sum might overflow. */
double av4(double x, double y)
{
    if (fabs(x) <= DBL_MAX / 2 && fabs(y) <= DBL_MAX / 2)
        return (x + y) / 2;
    return x / 2 + y / 2;
}
