#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 0.0f && x < 1.0f);
    feclearexcept(FE_ALL_EXCEPT);
    float product = x * 0.5f;
    int underflow = fetestexcept(FE_UNDERFLOW) != 0;
    if (underflow) assert(product <= FLT_MIN);
    if (product < FLT_MIN) assert(underflow);
    return 0;
}
