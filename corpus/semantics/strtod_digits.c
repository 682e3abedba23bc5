#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char digits[2];
    klee_make_symbolic(digits, sizeof digits, "digits");
    for (int i = 0; i < 2; i++) klee_assume(digits[i] >= '0' && digits[i] <= '9');
    char text[] = {digits[0], '.', digits[1], 0}, *end;
    double value = strtod(text, &end);
    assert(end == text + 3);
    int tenths = (digits[0] - '0') * 10 + (digits[1] - '0');
    assert(value == tenths / 10.0);
    return 0;
}
