/* Sums whose accumulator is wider than their terms.
 *
 * x86-64's long double has 64 bits of precision and a far larger exponent range, which hides overflow
 * and rounding inside the loop and lets them appear, if at all, where the result becomes a double.
 * Try [1e308,1e308,-1e308] and [1,1e-17,-1] on each of them.
 */

/* Overflows in the loop when a partial sum does, whatever the sum itself is. */
double sum_double(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Partial sums have room; only the conversion at the end can overflow. */
double sum_long_double(const double *x, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return (double)sum;
}

/* Kahan's compensated sum: the rounding error of each step goes into the next.
 * One infinite term, or an overflow, makes the compensation inf - inf: invalid. */
double sum_compensated(const double *x, int n)
{
    double sum = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        double term = x[i] - lost;
        double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    return sum;
}

/* The mean keeps all 64 bits until the division is done; no terms give 0/0. */
long double mean_long_double(const double *x, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum / n;
}
