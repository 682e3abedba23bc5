#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static const char *at;

static double number(void) {
    char digit[2] = {*at++, 0};
    return atof(digit);
}

static double term(void) {
    double value = number();
    while (*at == '*') {
        at++;
        value *= number();
    }
    return value;
}

static double sum(void) {
    double value = term();
    while (*at == '+') {
        at++;
        value += term();
    }
    return value;
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, 3, "text");
    text[3] = 0;
    klee_assume(text[0] >= '0' && text[0] <= '9' && text[2] >= '0' && text[2] <= '9');
    klee_assume(text[1] == '+' || text[1] == '*');
    at = text;
    double value = sum();
    int a = text[0] - '0', b = text[2] - '0';
    assert(*at == 0);
    assert(value == (text[1] == '+' ? a + b : a * b));
    return 0;
}
