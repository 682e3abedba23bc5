#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    __VERIFIER_assume(!isnan(a) && !isnan(b));
    feclearexcept(FE_ALL_EXCEPT);
    volatile float quotient = a / b;
    (void)quotient;
    int by_zero = fetestexcept(FE_DIVBYZERO) != 0, invalid = fetestexcept(FE_INVALID) != 0;
    if (by_zero != (b == 0.0f && a != 0.0f && !isinf(a))) reach_error();
    if (invalid != ((a == 0.0f && b == 0.0f) || (isinf(a) && isinf(b)))) reach_error();
    return 0;
}
