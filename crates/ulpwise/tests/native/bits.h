/* Prints the bits of a number as `ulpwise run --json` writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_float(float x)
{
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    printf("0x%08x\n", bits);
}

static void print_double(double x)
{
    unsigned long bits;
    memcpy(&bits, &x, sizeof bits);
    printf("0x%016lx\n", bits);
}

static void print_long_double(long double x)
{
    unsigned long significand = 0;
    unsigned short exponent = 0;
    memcpy(&significand, &x, 8);
    memcpy(&exponent, (const char *)&x + 8, 2);
    printf("0x%04x%016lx\n", exponent, significand);
}
