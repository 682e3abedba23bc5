// Handlers are tried in their order, and conversions between numbers are none.
extern "C" double f(int n) {
    try {
        if (n > 7) throw n;
        if (n > 3) throw 'c';
        return 1.0 / (n + 5000000000.0); // proven
    } catch (double d) {
        return 1 / (d - d); // proven
    } catch (char) {
        return 1.0 / (n - 3); // proven
    } catch (int m) {
        return 1.0 / (m - 9); // found
    }
}
