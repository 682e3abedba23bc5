#include <string.h>

double f(double x) {
    const char *text = "// ulpwise: range x = 0..1";
    return x * x * (double)strlen(text);
}
//= f overflow witness
