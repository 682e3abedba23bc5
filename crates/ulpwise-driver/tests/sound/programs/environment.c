// `feholdexcept` writes the environment.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <fenv.h>
#include <string.h>
double f(double x) {
    fenv_t e; memset(&e, 0, sizeof e);
#ifndef CONTROL
    feholdexcept(&e);
#endif
    return x / (double)(e.__control_word - 0x37f);
}
