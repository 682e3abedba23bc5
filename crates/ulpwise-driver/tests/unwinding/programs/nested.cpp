// A handler that throws another exception leaves through the handlers around it.
extern "C" double f(double x) {
    double y = 1;
    try {
        try {
            if (x > 0) throw 1;
            y = 2;
        } catch (int) {
            y = 3;
            if (x > 8) throw 0.5f;
            y = 4;
        }
    } catch (float z) {
        return 1 / (y - 3 + z - 0.5); // found
    }
    if (y == 4) return 1 / (x + 1); // proven
    return 1 / (y - 1); // proven
}
