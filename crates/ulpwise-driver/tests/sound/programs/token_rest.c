// strtok goes on in the text of an earlier call, and writes to it.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic
// control: proven: symbolic

#include <string.h>
double f(double x) {
  char text[8] = "a b c";
#ifndef CONTROL
  strtok(text, " ");
#endif
  text[3] = ' ';
#ifndef CONTROL
  strtok(NULL, " ");
#endif
  return x / text[3];
}
