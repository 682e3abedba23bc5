/* ulpwise: range x = 1..1e3; range y = 1..1e3 */
static inline double
product(double x,
        double y)
{
    return x * y;
}

double twice(double z) {
    return product(z, 2.0); //~ contract
}

/*
 * The root of a number that is not negative.
 * ulpwise: range x = 0..1e6
 */
double half(double x)
{
    return x / 2;
}
//= half overflow proven
