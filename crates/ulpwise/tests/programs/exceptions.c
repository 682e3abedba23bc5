/* Each exception once, where the mark under it is not obvious. */
#include <math.h>
#include <stdio.h>

#define SQUARE(x) ((x) * (x))

double after_tabs(double x)
{
	return	x	* 0.5;
}

double ümlaut(double é) { return /* ünï */ é / 0; }

double with_macro(double x) { return SQUARE(x); }

double compound(double x)
{
    x++;
    x -= 1e308;
    x -= 1e308;
    return x;
}

double library(double x) { return log(x) + sqrt(x) + pow(x, -1); }

int to_int(double x) { return (int)x; }

float to_float(double x) { return x; }

int signaling(double x, double y) { return x < y; }

double often(double x, int n)
{
    for (int i = 0; i < n; i++)
        x *= 1e10;
    return x;
}

void announced(double x)
{
    printf("x = %g\n\tindented \033[31m\n", x);
    puts("no line end follows");
    printf("1/x = %g", 1 / x);
}

double many(double x)
{
    x = x * x; x = x * x; x = x * x; x = x * x;
    return x / x;
}
