/* orbit_driver FUNCTION X Y VX VY [STEP [STEPS]]; Fortran takes addresses. */
#include "bits.h"

double orbit_energy_(const double *, const double *);
void orbit_kick_(const double *, double *, const double *);
double orbit_drift_(const double *, const double *, const double *, const int *);

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    double position[2] = { strtod(argv[2], 0), strtod(argv[3], 0) };
    double velocity[2] = { strtod(argv[4], 0), strtod(argv[5], 0) };
    double step = argc > 6 ? strtod(argv[6], 0) : 0;
    int steps = argc > 7 ? atoi(argv[7]) : 0;
    if (strcmp(argv[1], "orbit_energy") == 0)
        print_double(orbit_energy_(position, velocity));
    else if (strcmp(argv[1], "orbit_drift") == 0)
        print_double(orbit_drift_(position, velocity, &step, &steps));
    else if (strcmp(argv[1], "orbit_kick") == 0) {
        orbit_kick_(position, velocity, &step);
        print_double(velocity[0]);
        print_double(velocity[1]);
    } else
        return 2;
    return 0;
}
