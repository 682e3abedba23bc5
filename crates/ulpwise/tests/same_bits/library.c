/* The C library as numerical programs use it: printing, parsing, strings, the heap, sorting, random numbers, variadic
 * functions. */
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* No order at all when a NaN comes by: the result depends on which comparisons are made. */
static int careless(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static double sum(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, double);
  for (int i = 0; i < count; i++)
    total += 1000 * va_arg(again, double);
  va_end(list);
  va_end(again);
  return total;
}

static long mixed(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  long total = 0;
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'i': total = total * 31 + va_arg(list, int); break;
    case 'l': total = total * 31 + va_arg(list, long); break;
    case 'd': total = total * 31 + (long)va_arg(list, double); break;
    case 'L': total = total * 31 + (long)va_arg(list, long double); break;
    case 's': total = total * 31 + (long)strlen(va_arg(list, char *)); break;
    }
  }
  va_end(list);
  return total;
}

static void logged(const char *format, ...) {
  char buffer[64];
  va_list list;
  va_start(list, format);
  int needed = vsnprintf(buffer, sizeof buffer, format, list);
  va_end(list);
  printf("[%s] %d\n", buffer, needed);
}

struct point { double x, y; float w; };
static struct point scaled(struct point p, double by) { p.x *= by; p.y *= by; p.w = (float)by; return p; }

union pun { double d; unsigned long long u; };

int main(void) {
  const char *volatile nothing = 0;
  fprintf(stdout, "[%.3s] [%.6s] %d\n", nothing, nothing, stdout == stderr);
  fputs("to a stream\n", stdout);
  printf("%d %5d|%-5d|%05d %+d %x %#X %o %u %c %%\n", 42, -42, 42, 42, 42, 255u, 255u, 8u, 4000000000u, 'z');
  printf("%ld %lld %hhd %hd %zu %p\n", LONG_MIN, LLONG_MAX, 300, 70000, sizeof(double), (void *)0);
  printf("%f %.3f %10.2e|%-12g|%G %a %.0f %#.0f\n", M_PI, -M_PI, 12345.678, 1e-5, 1e20, 0.1, 2.5, 3.0);
  printf("%g %g %g %f\n", INFINITY, -INFINITY, NAN, -0.0);
  printf("%Lf %.20Lg %La\n", 1.0L / 3, 1.0L / 3, 0.1L);
  printf("%s %.3s|%8s|%-8s| %*d %.*f\n", "text", "truncated", "right", "left", 6, 7, 2, M_E);
  char small[8];
  printf("%d %s\n", snprintf(small, sizeof small, "%s", "too long for it"), small);
  logged("%d %s %.2f %Lg %ld", 1, "two", 3.0, 4.0L, 5L);

  FILE *streams[] = {stdout, stderr};
  fprintf(streams[0], "%d %d\n", streams[0] != NULL, streams[0] != streams[1]);
  fputs("to a stream\n", stdout);
  fwrite("bytes\n", 1, 6, stdout);
  fflush(stdout);

  char *end;
  printf("%a %a %a %a\n", atof("3.25xyz"), strtod("0x1.8p3 rest", &end), strtod("inf", NULL), strtod("1e400", NULL));
  printf("%d [%s] %a %La\n", errno == ERANGE, end, strtof("0.1", NULL), strtold("0.1", NULL));
  printf("%d %ld %lu %lld\n", atoi(" -17 "), strtol("0x7f", &end, 0), strtoul("777", NULL, 8), atoll("9223372036854775807"));

  char text[64] = "alpha";
  strcat(text, "-beta");
  strncat(text, "-gamma", 3);
  printf("%s %zu %d %d %s %s\n", text, strlen(text), strcmp("a", "b") < 0, strncmp("abc", "abd", 2), strchr(text, 'b'), strstr(text, "ph"));
  for (char *token = strtok(text, "-"); token; token = strtok(NULL, "-"))
    printf("<%s>", token);
  printf("\n%d%d%d %c%c\n", isdigit('7') != 0, isalpha('7') != 0, isspace('\t') != 0, toupper('q'), tolower('Q'));

  double *values = malloc(10 * sizeof *values);
  for (int i = 0; i < 10; i++)
    values[i] = (i * 7919) % 13 - 6.5;
  qsort(values, 10, sizeof *values, by_value);
  for (int i = 0; i < 10; i++)
    printf("%g ", values[i]);
  double key = values[4], *found = bsearch(&key, values, 10, sizeof key, by_value);
  printf("at %d\n", (int)(found - values));
  values = realloc(values, 20 * sizeof *values);
  for (int i = 0; i < 20; i++)
    values[i] = i % 5 == 2 ? NAN : (i * 31) % 17;
  qsort(values, 20, sizeof *values, careless);
  for (int i = 0; i < 20; i++)
    printf("%g ", values[i]);
  printf("\n");
  free(values);
  int *zeros = calloc(4, sizeof *zeros);
  printf("%d\n", zeros[0] + zeros[3]);
  free(zeros);

  printf("%d %d", rand(), rand());
  srand(12345);
  printf(" %d %d %g\n", rand(), rand() % 100, (double)rand() / RAND_MAX);

  printf("%g %ld\n", sum(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.), mixed("idlLsiiiiiiddddddddd", 1, 2., 3L, 4.L, "five", 6, 7, 8, 9, 10, 11, 1., 2., 3., 4., 5., 6., 7., 8., 9.));
  struct point p = scaled((struct point){1.5, -2.5, 3}, 2);
  union pun pun = {.d = -0.1};
  printf("%g %g %g %llx\n", p.x, p.y, p.w, pun.u);
  double (*functions[])(double) = {sin, cos, sqrt, exp, log, fabs};
  for (int i = 0; i < 6; i++)
    printf("%a ", functions[i](0.7));
  printf("\n%d %a %a %d\n", DBL_DIG, DBL_MIN, DBL_EPSILON, FLT_ROUNDS);
  puts("end");
  return 0;
}
