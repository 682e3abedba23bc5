/* sums_driver FUNCTION X Y Z 3 */
#include "bits.h"

double sum_double(const double *, int), sum_long_double(const double *, int),
    sum_compensated(const double *, int);
long double mean_long_double(const double *, int);

int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = strtod(argv[2 + i], 0);
    if (strcmp(argv[1], "sum_double") == 0)
        print_double(sum_double(x, 3));
    else if (strcmp(argv[1], "sum_long_double") == 0)
        print_double(sum_long_double(x, 3));
    else if (strcmp(argv[1], "sum_compensated") == 0)
        print_double(sum_compensated(x, 3));
    else if (strcmp(argv[1], "mean_long_double") == 0)
        print_long_double(mean_long_double(x, 3));
    else
        return 2;
    return 0;
}
