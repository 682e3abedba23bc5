/* Calls each function of runtime/fortran.c and its counterpart in flang's library with the same
 * arguments, and counts the results whose bits differ; any NaN is as good as any other. */

#define RT(name) own_##name
#include "../../runtime/fortran.c"

int printf(const char *, ...);
int memcmp(const void *, const void *, uint64_t);
double ldexp(double, int);

void ulpwise_unmodelled(void *a, const void *b, const void *c) {
  printf("not modelled\n");
  abort();
}

static int failures;

static uint64_t random_bits(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/* Numbers of many magnitudes, with small integers, zeros, infinities and NaN among them. */
static double number(void) {
  switch (random_bits() % 48) {
  case 0:
    return 0.0;
  case 1:
    return -0.0;
  case 2:
    return random_bits() % 4 ? 1.0 : __builtin_inf();
  case 3:
    return random_bits() % 4 ? -1.0 : __builtin_nan("");
  case 4:
  case 5:
    return (double)(random_bits() % 9) - 4;
  case 6:
    return ldexp(1.5, (int)(random_bits() % 2000) - 1000);
  default: {
    double fraction = (double)(random_bits() >> 11) * 0x1p-53 + 0.5;
    return ldexp(random_bits() % 2 ? fraction : -fraction, (int)(random_bits() % 60) - 30);
  }
  }
}

static int is_same(const void *a, const void *b, uint64_t size, int type) {
  if (memcmp(a, b, size) == 0) {
    return 1;
  }
  if (type == DOUBLE) {
    return *(const double *)a != *(const double *)a && *(const double *)b != *(const double *)b;
  }
  return type == FLOAT && *(const float *)a != *(const float *)a && *(const float *)b != *(const float *)b;
}

static void differ(const char *what) {
  if (failures++ < 20) {
    printf("%s differs\n", what);
  }
}

static int is_same_array(const Descriptor *a, const Descriptor *b) {
  int same = a->rank == b->rank && a->type == b->type && a->size == b->size && a->attribute == b->attribute;
  for (int d = 0; same && d < a->rank; ++d) {
    same = a->dim[d].lower == b->dim[d].lower && a->dim[d].extent == b->dim[d].extent &&
           a->dim[d].stride == b->dim[d].stride;
  }
  for (int64_t i = 0; same && i < count_of(a); ++i) {
    same = is_same(element(a, i), element(b, i), a->size, a->type);
  }
  return same;
}

#define VALUES(type, code, name, parameters, arguments)                                                   \
  type _FortranA##name parameters;                                                                        \
  {                                                                                                       \
    type theirs = _FortranA##name arguments, ours = own_##name arguments;                                 \
    if (!is_same(&theirs, &ours, sizeof theirs, code)) {                                                  \
      differ(#name);                                                                                      \
    }                                                                                                     \
  }

/* Functions that make an array; its descriptor is the first argument. */
#define ARRAYS(name, parameters, ...)                                                                     \
  void _FortranA##name parameters;                                                                        \
  {                                                                                                       \
    Descriptor theirs = {.attribute = ALLOCATABLE}, ours = theirs;                                        \
    _FortranA##name(&theirs, __VA_ARGS__);                                                                \
    own_##name(&ours, __VA_ARGS__);                                                                       \
    if (!is_same_array(&theirs, &ours)) {                                                                 \
      differ(#name);                                                                                      \
    }                                                                                                     \
    free(theirs.base);                                                                                    \
    free(ours.base);                                                                                      \
  }

typedef const Descriptor *Array;
#define REDUCED (Array, const char *, int, int, Array)
#define NORMED (Array, const char *, int, int)
#define PAIRED (Array, Array, const char *, int)
#define MULTIPLIED (Descriptor *, Array, Array, const char *, int)
#define ALONG (Descriptor *, Array, int, const char *, int, Array)

static Descriptor vector(void *base, int code, int size, int64_t count, int64_t step) {
  return (Descriptor){base, (uint64_t)size, VERSION, 1, (int8_t)code, 0, 0, {{1, count, size * step}}};
}

static Descriptor matrix(void *base, int code, int size, int64_t rows, int64_t columns) {
  return (Descriptor){base, (uint64_t)size, VERSION, 2, (int8_t)code, 0, 0,
                      {{1, rows, size}, {1, columns, size * rows}}};
}

static void compare_reductions(Array v, Array w, Array single, Array other, Array whole, Array mask) {
  VALUES(double, DOUBLE, SumReal8, REDUCED, (v, "", 0, 0, 0));
  VALUES(double, DOUBLE, ProductReal8, REDUCED, (v, "", 0, 0, mask));
  VALUES(double, DOUBLE, MaxvalReal8, REDUCED, (v, "", 0, 0, 0));
  VALUES(double, DOUBLE, MinvalReal8, REDUCED, (v, "", 0, 0, mask));
  VALUES(double, DOUBLE, Norm2_8, NORMED, (v, "", 0, 0));
  VALUES(double, DOUBLE, DotProductReal8, PAIRED, (v, w, "", 0));
  VALUES(float, FLOAT, SumReal4, REDUCED, (single, "", 0, 0, mask));
  VALUES(float, FLOAT, ProductReal4, REDUCED, (single, "", 0, 0, 0));
  VALUES(float, FLOAT, MaxvalReal4, REDUCED, (single, "", 0, 0, 0));
  VALUES(float, FLOAT, MinvalReal4, REDUCED, (single, "", 0, 0, 0));
  VALUES(float, FLOAT, Norm2_4, NORMED, (single, "", 0, 0));
  VALUES(float, FLOAT, DotProductReal4, PAIRED, (single, other, "", 0));
  VALUES(int32_t, INT, SumInteger4, REDUCED, (whole, "", 0, 0, 0));
  VALUES(int32_t, INT, ProductInteger4, REDUCED, (whole, "", 0, 0, mask));
  VALUES(int32_t, INT, MaxvalInteger4, REDUCED, (whole, "", 0, 0, 0));
  VALUES(int32_t, INT, MinvalInteger4, REDUCED, (whole, "", 0, 0, 0));
  VALUES(int32_t, INT, DotProductInteger4, PAIRED, (whole, whole, "", 0));
  VALUES(int64_t, LONG, Count, NORMED, (mask, "", 0, 0));
  VALUES(_Bool, INT, Any, NORMED, (mask, "", 0, 0));
  VALUES(_Bool, INT, All, NORMED, (mask, "", 0, 0));
}

static void compare_arrays(Array a, Array b, Array c, Array x, Array y, Array single, Array mask, int dim) {
  ARRAYS(MatmulReal8Real8, MULTIPLIED, a, b, "", 0);
  ARRAYS(MatmulReal8Real8, MULTIPLIED, a, x, "", 0);
  ARRAYS(MatmulReal8Real8, MULTIPLIED, y, a, "", 0);
  ARRAYS(MatmulTransposeReal8Real8, MULTIPLIED, a, c, "", 0);
  ARRAYS(MatmulTransposeReal8Real8, MULTIPLIED, a, y, "", 0);
  ARRAYS(Transpose, (Descriptor *, Array, const char *, int), a, "", 0);
  ARRAYS(SumDim, ALONG, a, dim, "", 0, 0);
  ARRAYS(ProductDim, ALONG, a, dim, "", 0, mask);
  ARRAYS(MaxvalDim, ALONG, a, dim, "", 0, mask);
  ARRAYS(MinvalDim, ALONG, single, dim, "", 0, 0);
  ARRAYS(Spread, (Descriptor *, Array, int, int64_t, const char *, int), x, dim, 3, "", 0);
}

static void compare_numbers(double x, double p) {
#define REMAINDER(type) (type, type, const char *, int)
  float single_x = (float)x, single_p = (float)p;
  if (p != 0) {
    VALUES(double, DOUBLE, ModReal8, REMAINDER(double), (x, p, "", 0));
    VALUES(double, DOUBLE, ModuloReal8, REMAINDER(double), (x, p, "", 0));
  }
  if (single_p != 0) {
    VALUES(float, FLOAT, ModReal4, REMAINDER(float), (single_x, single_p, "", 0));
    VALUES(float, FLOAT, ModuloReal4, REMAINDER(float), (single_x, single_p, "", 0));
  }
}

static void compare_texts(void) {
  char x[4], y[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = " ab\xff"[random_bits() % 4];
    y[i] = " ab\xff"[random_bits() % 4];
  }
  uint64_t of_x = random_bits() % 5, of_y = random_bits() % 5;
  _Bool is_back = random_bits() % 2;
#define COMPARED (const char *, const char *, uint64_t, uint64_t)
  VALUES(int, INT, CharacterCompareScalar1, COMPARED, (x, y, of_x, of_y));
#define FOUND (const char *, uint64_t, const char *, uint64_t, _Bool)
  VALUES(uint64_t, LONG, Index1, FOUND, (x, of_x, y, of_y % 3, is_back));
}

static void compare_assignment(Array from, const double *before) {
  void _FortranAAssign(Descriptor *, Array, const char *, int);
  double theirs[16], ours[16];
  memcpy(theirs, before, sizeof theirs);
  memcpy(ours, before, sizeof ours);
  Descriptor one = {from->base, 8, VERSION, 0, DOUBLE, 0, 0};
  Descriptor to_theirs = *from, to_ours = *from;
  to_theirs.base = (char *)theirs;
  to_ours.base = (char *)ours;
  Array value = random_bits() % 2 ? from : &one;
  _FortranAAssign(&to_theirs, value, "", 0);
  own_Assign(&to_ours, value, "", 0);
  if (memcmp(theirs, ours, sizeof ours) != 0) {
    differ("Assign");
  }
  Descriptor made_theirs = {0, 8, VERSION, 2, DOUBLE, ALLOCATABLE, 0}, made_ours = made_theirs;
  if (random_bits() % 2) {
    int64_t extents[2] = {2, 1};
    establish(&made_theirs, DOUBLE, 8, 2, extents);
    establish(&made_ours, DOUBLE, 8, 2, extents);
  }
  _FortranAAssign(&made_theirs, from, "", 0);
  own_Assign(&made_ours, from, "", 0);
  if (!is_same_array(&made_theirs, &made_ours)) {
    differ("Assign to an allocatable array");
  }
  free(made_theirs.base);
  free(made_ours.base);
}

int main(void) {
  double a[32], b[32];
  float single[32], other[32];
  int32_t whole[32];
  int8_t is_wanted_byte[32];
  for (int turn = 0; turn < 20000; ++turn) {
    for (int i = 0; i < 32; ++i) {
      a[i] = number();
      b[i] = number();
      single[i] = (float)a[i];
      other[i] = (float)b[i];
      whole[i] = (int32_t)random_bits();
      is_wanted_byte[i] = random_bits() % 2;
    }
    int64_t rows = (int64_t)(random_bits() % 4), columns = (int64_t)(random_bits() % 4);
    int64_t count = rows * columns, step = 1 + (int64_t)(random_bits() % 2);
    Descriptor v = vector(a, DOUBLE, 8, count, step), w = vector(b, DOUBLE, 8, count, step);
    Descriptor f = vector(single, FLOAT, 4, count, step), g = vector(other, FLOAT, 4, count, step);
    Descriptor n = vector(whole, INT, 4, count, 1), wanted = vector(is_wanted_byte, 39, 1, count, 1);
    compare_reductions(&v, &w, &f, &g, &n, &wanted);
    Descriptor m = matrix(a, DOUBLE, 8, rows, columns), right = matrix(b, DOUBLE, 8, columns, 2);
    Descriptor below = matrix(b, DOUBLE, 8, rows, 2), singles = matrix(single, FLOAT, 4, rows, columns);
    Descriptor of_columns = vector(b, DOUBLE, 8, columns, 1), of_rows = vector(b, DOUBLE, 8, rows, 1);
    Descriptor mask = matrix(is_wanted_byte, 39, 1, rows, columns);
    compare_arrays(&m, &right, &below, &of_columns, &of_rows, &singles, &mask, 1 + (int)(random_bits() % 2));
    compare_numbers(a[0], b[0]);
    compare_texts();
    compare_assignment(&m, b);
  }
  return failures != 0;
}
