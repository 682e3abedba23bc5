/* horner_driver horner C0 C1 C2 C3 4 X, or horner_driver FUNCTION A B C X */
#include "bits.h"

double horner(const double *, size_t, double), quadratic(double, double, double, double),
    newton_step(double, double, double, double);

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    double x[4];
    for (int i = 0; i < 4; i++)
        x[i] = strtod(argv[2 + i], 0);
    if (strcmp(argv[1], "horner") == 0 && argc == 8)
        print_double(horner(x, 4, strtod(argv[7], 0)));
    else if (strcmp(argv[1], "quadratic") == 0)
        print_double(quadratic(x[0], x[1], x[2], x[3]));
    else if (strcmp(argv[1], "newton_step") == 0)
        print_double(newton_step(x[0], x[1], x[2], x[3]));
    else
        return 2;
    return 0;
}
