/* norm_driver FUNCTION X Y, or norm_driver FUNCTION X Y Z 3 */
#include "bits.h"

float distance_float(float, float) __asm__("_Z8distanceff");
double distance_double(double, double) __asm__("_Z8distancedd");
long double distance_long_double(long double, long double) __asm__("_Z8distanceee");
double norm2_naive(const double *, size_t), norm2_scaled(const double *, size_t);

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    if (strcmp(argv[1], "distance_float") == 0)
        print_float(distance_float(strtof(argv[2], 0), strtof(argv[3], 0)));
    else if (strcmp(argv[1], "distance_double") == 0)
        print_double(distance_double(strtod(argv[2], 0), strtod(argv[3], 0)));
    else if (strcmp(argv[1], "distance_long_double") == 0)
        print_long_double(distance_long_double(strtold(argv[2], 0), strtold(argv[3], 0)));
    else if (argc == 6) {
        double x[3];
        for (int i = 0; i < 3; i++)
            x[i] = strtod(argv[2 + i], 0);
        int scaled = strcmp(argv[1], "norm2_scaled") == 0;
        print_double(scaled ? norm2_scaled(x, 3) : norm2_naive(x, 3));
    } else
        return 2;
    return 0;
}
