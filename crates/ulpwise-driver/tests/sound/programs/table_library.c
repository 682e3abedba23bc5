// A function of the library writes where it is told to, and only looks where it is not.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: it depends on the variable 't', which may hold something else when it is called
// control: proven: symbolic

#include <stdio.h>
#include <string.h>
static char t[2] = {1, 0};
void set(const char *text) {
#ifdef CONTROL
  puts(strstr(text, "a") ? "a" : "b");
  if (strlen(t) > 3 || memcmp(t, text, 1) || strcmp(t, text)) puts("b");
#else
  sscanf(text, "%1s", t);
#endif
}
double f(double x) { return x / t[0]; }
