double recursive_sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static double pairwise_part(const double *a, int n) {
    if (n == 1)
        return a[0];
    int half = n / 2;
    return pairwise_part(a, half) + pairwise_part(a + half, n - half);
}

double pairwise_sum(const double *a, int n) {
    return n > 0 ? pairwise_part(a, n) : 0;
}

double compensated_sum(const double *a, int n) {
    double s = 0, c = 0;
    for (int i = 0; i < n; i++) {
        double y = a[i] - c;
        double t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}
