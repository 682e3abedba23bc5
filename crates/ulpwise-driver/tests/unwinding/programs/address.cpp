// Thrown addresses, with and without qualifiers.
static double seven = 7;
extern "C" double f(double x) {
    try {
        if (x > 5) throw &seven;
        if (x > 0) throw "text";
    } catch (const char *s) {
        return 1.0 / (s[0] - 'u'); // proven
    } catch (const double *p) {
        return 1 / (x - 7); // found
    }
    return 1 / (x - 1); // proven
}
