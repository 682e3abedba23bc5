/* average_driver FUNCTION X Y */
#include "bits.h"

double average(double, double), av1(double, double), av2(double, double), av3(double, double),
    av4(double, double);

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*function)(double, double);
    } functions[] = { { "average", average }, { "av1", av1 }, { "av2", av2 }, { "av3", av3 }, { "av4", av4 } };
    for (int i = 0; i < 5; i++)
        if (argc == 4 && strcmp(argv[1], functions[i].name) == 0) {
            print_double(functions[i].function(strtod(argv[2], 0), strtod(argv[3], 0)));
            return 0;
        }
    return 2;
}
