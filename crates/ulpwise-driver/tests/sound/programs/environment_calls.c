// What the system answers is no constant.
// run: abstract
// program: unknown: not analysed
// run: exhaustive
// program: unknown: not analysed
// control: proven: exhaustive

#include <unistd.h>
#ifdef CONTROL
#define ANSWER (x > 1000)
#else
#define ANSWER (access("/nowhere", F_OK) == 0)
#endif
float f(signed char x) { return 1.0f / (ANSWER ? 0.0f : 1.0f); }
