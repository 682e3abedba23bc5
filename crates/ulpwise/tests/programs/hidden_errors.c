/* Errors behind conditions that hardly any input meets. Elsewhere nothing is rounded. */

/* One double from 1 to 2 has this square: 10356306 over 2^23. */
double behind_a_square(double x, double y) {
    if (x * x == 0x1.862f357fc91p+0)
        return (y + 1e10 * x) - (1e10 * x - y);
    return x;
}

/* Both hold for n = 548611 and m = 470834 only. */
double on_two_lines(int n, int m, double x) {
    if (3 * n + 5 * m == 4000003 && n - m == 77777)
        return (x + 1e14 * n) - (1e14 * n - x);
    return x;
}

/* The digits of the last elements are lost in every run of the loop. */
double in_a_loop(const double *v, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
