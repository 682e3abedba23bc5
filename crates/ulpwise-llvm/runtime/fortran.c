/* What flang's code calls for operations on whole arrays, for characters, for some intrinsic
 * functions and for output, as C that every analysis reads and native calls run.
 *
 * Every function gives the bits that LLVM 22's libflang_rt gives; a test compares the two. Sums are
 * compensated there, and dot products and norms of single precision are accumulated in double
 * precision, so they are here. Output is left out. What is not understood calls
 * ulpwise_unmodelled, which no analysis knows anything about. Definitions are weak: a program's own
 * take their place.
 *
 * A program gets the parts that it calls. A part begins with a line that names the function after
 * two slashes and a colon, and ends with two slashes and a full stop. */

#include <stdint.h>

#ifndef RT
#define RT(name) __attribute__((weak)) _FortranA##name
#endif

typedef struct {
  int64_t lower, extent, stride;
} Dimension;

/* ISO_Fortran_binding.h's CFI_cdesc_t. */
typedef struct {
  char *base;
  uint64_t size;
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  Dimension dim[15];
} Descriptor;

enum {
  POINTER = 1,
  ALLOCATABLE = 2,
  HAS_ADDENDUM = 1,
  VERSION = 20240719,
  LONG = 10,
  INT = 9,
  FLOAT = 27,
  DOUBLE = 28,
  CHARACTER = 40,
  STRUCT = 42,
};

void *malloc(uint64_t);
void free(void *);
void abort(void) __attribute__((noreturn));
void *memcpy(void *, const void *, uint64_t);
void *memmove(void *, const void *, uint64_t);
double fmod(double, double);
float fmodf(float, float);

extern void ulpwise_unmodelled(void *, const void *, const void *);

/* Values of derived types may need more than their bytes. */
#ifdef DERIVED_TYPES
#define IS_DERIVED(array) ((array)->type == STRUCT || ((array)->extra & HAS_ADDENDUM))
#else
#define IS_DERIVED(array) 0
#endif

static int64_t count_of(const Descriptor *array) {
  int64_t count = 1;
  for (int d = 0; d < array->rank; ++d) {
    count *= array->dim[d].extent;
  }
  return count;
}

/* The element with this number in array element order. */
static char *element(const Descriptor *array, int64_t number) {
  char *at = array->base;
  int last = array->rank - 1;
  for (int d = 0; d < last; ++d) {
    at += number % array->dim[d].extent * array->dim[d].stride;
    number /= array->dim[d].extent;
  }
  return last < 0 ? at : at + number * array->dim[last].stride;
}

static int is_true(const Descriptor *mask, int64_t number) {
  const char *at = element(mask, number);
  switch (mask->size) {
  case 1:
    return *(const int8_t *)at != 0;
  case 2:
    return *(const int16_t *)at != 0;
  case 4:
    return *(const int32_t *)at != 0;
  default:
    return *(const int64_t *)at != 0;
  }
}

/* Whether a mask, if there is one, has the element. A scalar mask is about all. */
static int is_wanted(const Descriptor *mask, int64_t number) {
  return !mask || is_true(mask, mask->rank == 0 ? 0 : number);
}

/* An allocatable array of its own. */
static void establish(Descriptor *result, int8_t type, uint64_t size, int rank, const int64_t *extents) {
  int64_t stride = (int64_t)size;
  result->size = size;
  result->version = VERSION;
  result->rank = (uint8_t)rank;
  result->type = type;
  result->attribute = ALLOCATABLE;
  result->extra = 0;
  for (int d = 0; d < rank; ++d) {
    result->dim[d].lower = 1;
    result->dim[d].extent = extents[d];
    result->dim[d].stride = stride;
    stride *= extents[d];
  }
  result->base = malloc(stride > 0 ? (uint64_t)stride : 1);
  if (!result->base) {
    abort();
  }
}

/* Characters. */

//: CharacterCompareScalar1
int RT(CharacterCompareScalar1)(const char *x, const char *y, uint64_t x_length, uint64_t y_length) {
  uint64_t longer = x_length > y_length ? x_length : y_length;
  for (uint64_t i = 0; i < longer; ++i) {
    unsigned char a = i < x_length ? (unsigned char)x[i] : ' ';
    unsigned char b = i < y_length ? (unsigned char)y[i] : ' ';
    if (a != b) {
      return a < b ? -1 : 1;
    }
  }
  return 0;
}
//.

//: LenTrim1
uint64_t RT(LenTrim1)(const char *x, uint64_t length) {
  while (length > 0 && x[length - 1] == ' ') {
    --length;
  }
  return length;
}
//.

//: Index1
uint64_t RT(Index1)(const char *x, uint64_t length, const char *part, uint64_t part_length, _Bool back) {
  uint64_t found = 0;
  for (uint64_t at = 0; at + part_length <= length; ++at) {
    uint64_t same = 0;
    while (same < part_length && x[at + same] == part[same]) {
      ++same;
    }
    if (same == part_length) {
      found = at + 1;
      if (!back) {
        return found;
      }
    }
  }
  return found;
}
//.

//: Trim
void RT(Trim)(Descriptor *result, const Descriptor *text, const char *file, int line) {
  uint64_t length = text->size;
  while (length > 0 && text->base[length - 1] == ' ') {
    --length;
  }
  establish(result, text->type, length, 0, 0);
  result->base = malloc(length > 0 ? length : 1);
  if (!result->base) {
    abort();
  }
  memcpy(result->base, text->base, length);
}
//.

/* Assignment. */

static int is_same_shape(const Descriptor *to, const Descriptor *from) {
  for (int d = 0; d < to->rank; ++d) {
    if (to->dim[d].extent != from->dim[d].extent) {
      return 0;
    }
  }
  return 1;
}

static int is_text(const Descriptor *array) {
  return array->type == CHARACTER;
}

/* Copies an element; texts are cut off, or filled with blanks. */
static void copy_element(char *to, uint64_t size, const char *from, uint64_t from_size) {
  memcpy(to, from, size < from_size ? size : from_size);
  for (uint64_t i = from_size; i < size; ++i) {
    to[i] = ' ';
  }
}

/* Copies elements; the sources may lie where the targets do. */
static void copy_elements(const Descriptor *to, const Descriptor *from) {
  int64_t count = count_of(to);
  uint64_t size = to->size;
  if (count == 0) {
    return;
  }
  char *copy = malloc(size * (uint64_t)count + 1);
  if (!copy) {
    abort();
  }
  for (int64_t i = 0; i < count; ++i) {
    const char *source = from->rank == 0 ? from->base : element(from, i);
    copy_element(copy + (uint64_t)i * size, size, source, from->size);
  }
  for (int64_t i = 0; i < count; ++i) {
    memcpy(element(to, i), copy + (uint64_t)i * size, size);
  }
  free(copy);
}

/* Ends the program where the library does: at arrays that do not fit each other. */
static void assign(Descriptor *to, const Descriptor *from, int may_allocate) {
  if (IS_DERIVED(to) || IS_DERIVED(from)) {
    ulpwise_unmodelled(to, from, from->base);
    return;
  }
  if (to->type != from->type || (to->size != from->size && !is_text(to)) ||
      (from->rank != 0 && from->rank != to->rank)) {
    abort();
  }
  if (may_allocate && to->attribute == ALLOCATABLE &&
      (!to->base || (from->rank > 0 && !is_same_shape(to, from)) || to->size != from->size)) {
    if (to->rank > 0 && from->rank == 0) {
      abort();
    }
    char *before = to->base;
    int64_t extents[15];
    for (int d = 0; d < from->rank; ++d) {
      extents[d] = from->dim[d].extent;
    }
    establish(to, from->type, from->size, from->rank, extents);
    copy_elements(to, from);
    free(before);
    return;
  }
  if (from->rank > 0 && !is_same_shape(to, from)) {
    abort();
  }
  copy_elements(to, from);
}

//: Assign
void RT(Assign)(Descriptor *to, const Descriptor *from, const char *file, int line) { assign(to, from, 1); }
//.

//: AssignTemporary
void RT(AssignTemporary)(Descriptor *to, const Descriptor *from, const char *file, int line) {
  assign(to, from, 0);
}
//.

//: CopyInAssign
void RT(CopyInAssign)(Descriptor *copy, const Descriptor *from, const char *file, int line) {
  int64_t extents[15];
  if (IS_DERIVED(from)) {
    ulpwise_unmodelled(copy, from, from->base);
    return;
  }
  for (int d = 0; d < from->rank; ++d) {
    extents[d] = from->dim[d].extent;
  }
  establish(copy, from->type, from->size, from->rank, extents);
  copy_elements(copy, from);
}
//.

//: CopyOutAssign
void RT(CopyOutAssign)(Descriptor *to, Descriptor *copy, const char *file, int line) {
  if (IS_DERIVED(copy)) {
    ulpwise_unmodelled(to, copy, copy->base);
    return;
  }
  if (to) {
    copy_elements(to, copy);
  }
  free(copy->base);
  copy->base = 0;
}
//.

/* Reductions of a whole array, and along one dimension. */

/* The element of an array with this number along a dimension, at this number of the others. */
static const char *along(const Descriptor *array, int dim, int64_t others, int64_t number) {
  const char *at = array->base + number * array->dim[dim].stride;
  for (int d = 0; d < array->rank; ++d) {
    if (d != dim) {
      at += others % array->dim[d].extent * array->dim[d].stride;
      others /= array->dim[d].extent;
    }
  }
  return at;
}

/* The number in array element order of the same. */
static int64_t number_along(const Descriptor *array, int dim, int64_t others, int64_t number) {
  int64_t at = 0, step = 1;
  for (int d = 0; d < array->rank; ++d) {
    int64_t extent = array->dim[d].extent;
    if (d == dim) {
      at += number * step;
    } else {
      at += others % extent * step;
      others /= extent;
    }
    step *= extent;
  }
  return at;
}

/* Whole arrays, and along a dimension; what a program does not call is not compiled. */
#define REDUCTIONS(name, type, first, step)                                                               \
  static type name##_total(const Descriptor *array, const Descriptor *mask) {                             \
    int64_t count = count_of(array);                                                                      \
    first;                                                                                                \
    for (int64_t i = 0; i < count; ++i) {                                                                 \
      if (is_wanted(mask, i)) {                                                                           \
        type x = *(const type *)element(array, i);                                                        \
        step;                                                                                             \
      }                                                                                                   \
    }                                                                                                     \
    return total;                                                                                         \
  }                                                                                                       \
  static void name##_dim(const Descriptor *result, const Descriptor *array, int dim,                      \
                         const Descriptor *mask, int64_t others) {                                        \
    for (int64_t o = 0; o < others; ++o) {                                                                \
      first;                                                                                              \
      for (int64_t i = 0; i < array->dim[dim].extent; ++i) {                                              \
        if (is_wanted(mask, number_along(array, dim, o, i))) {                                            \
          type x = *(const type *)along(array, dim, o, i);                                                \
          step;                                                                                           \
        }                                                                                                 \
      }                                                                                                   \
      ((type *)result->base)[o] = total;                                                                  \
    }                                                                                                     \
  }

#define SUM(type) type total = 0, correction = 0
#define SUM_STEP(type)                                                                                    \
  type next = x - correction;                                                                             \
  type before = total;                                                                                    \
  if (next != next) {                                                                                     \
    total = before + x;                                                                                   \
    correction = 0;                                                                                       \
  } else {                                                                                                \
    total = before + next;                                                                                \
    correction = (total - before) - next;                                                                 \
  }
REDUCTIONS(SumReal4, float, SUM(float), SUM_STEP(float))
REDUCTIONS(SumReal8, double, SUM(double), SUM_STEP(double))
REDUCTIONS(SumInteger4, int32_t, uint32_t total = 0, total += (uint32_t)x)
REDUCTIONS(SumInteger8, int64_t, uint64_t total = 0, total += (uint64_t)x)
/* What follows a zero does not count. */
#define PRODUCT_STEP                                                                                      \
  if (total != 0) {                                                                                       \
    total *= x;                                                                                           \
  }
REDUCTIONS(ProductReal4, float, float total = 1, PRODUCT_STEP)
REDUCTIONS(ProductReal8, double, double total = 1, PRODUCT_STEP)
REDUCTIONS(ProductInteger4, int32_t, uint32_t total = 1, total *= (uint32_t)x)
REDUCTIONS(ProductInteger8, int64_t, uint64_t total = 1, total *= (uint64_t)x)

/* The first number counts, and numbers are preferred to NaN. */
#define EXTREMUM(type, start)                                                                             \
  type total = start;                                                                                     \
  int found = 0
#define EXTREMUM_STEP(better)                                                                             \
  if (!found || x better total || total != total) {                                                       \
    if (!found || x == x) {                                                                               \
      total = x;                                                                                          \
    }                                                                                                     \
    found = 1;                                                                                            \
  }
REDUCTIONS(MaxvalReal4, float, EXTREMUM(float, -0x1.fffffep+127f), EXTREMUM_STEP(>))
REDUCTIONS(MinvalReal4, float, EXTREMUM(float, 0x1.fffffep+127f), EXTREMUM_STEP(<))
REDUCTIONS(MaxvalReal8, double, EXTREMUM(double, -0x1.fffffffffffffp+1023), EXTREMUM_STEP(>))
REDUCTIONS(MinvalReal8, double, EXTREMUM(double, 0x1.fffffffffffffp+1023), EXTREMUM_STEP(<))
REDUCTIONS(MaxvalInteger4, int32_t, EXTREMUM(int32_t, INT32_MIN), EXTREMUM_STEP(>))
REDUCTIONS(MinvalInteger4, int32_t, EXTREMUM(int32_t, INT32_MAX), EXTREMUM_STEP(<))
REDUCTIONS(MaxvalInteger8, int64_t, EXTREMUM(int64_t, INT64_MIN), EXTREMUM_STEP(>))
REDUCTIONS(MinvalInteger8, int64_t, EXTREMUM(int64_t, INT64_MAX), EXTREMUM_STEP(<))

#define TOTAL(name, type)                                                                                 \
  type RT(name)(const Descriptor *array, const char *file, int line, int dim, const Descriptor *mask) {   \
    return name##_total(array, mask);                                                                     \
  }
//: SumReal4
TOTAL(SumReal4, float)
//.
//: SumReal8
TOTAL(SumReal8, double)
//.
//: SumInteger4
TOTAL(SumInteger4, int32_t)
//.
//: SumInteger8
TOTAL(SumInteger8, int64_t)
//.
//: ProductReal4
TOTAL(ProductReal4, float)
//.
//: ProductReal8
TOTAL(ProductReal8, double)
//.
//: ProductInteger4
TOTAL(ProductInteger4, int32_t)
//.
//: ProductInteger8
TOTAL(ProductInteger8, int64_t)
//.
//: MaxvalReal4
TOTAL(MaxvalReal4, float)
//.
//: MinvalReal4
TOTAL(MinvalReal4, float)
//.
//: MaxvalReal8
TOTAL(MaxvalReal8, double)
//.
//: MinvalReal8
TOTAL(MinvalReal8, double)
//.
//: MaxvalInteger4
TOTAL(MaxvalInteger4, int32_t)
//.
//: MinvalInteger4
TOTAL(MinvalInteger4, int32_t)
//.
//: MaxvalInteger8
TOTAL(MaxvalInteger8, int64_t)
//.
//: MinvalInteger8
TOTAL(MinvalInteger8, int64_t)
//.

#define DIMENSION_REDUCTION(name)                                                                         \
  void RT(name##Dim)(Descriptor * result, const Descriptor *array, int dim, const char *file, int line,   \
                     const Descriptor *mask) {                                                            \
    int64_t extents[15], others = 1;                                                                      \
    int rank = 0;                                                                                         \
    for (int d = 0; d < array->rank; ++d) {                                                               \
      if (d != dim - 1) {                                                                                 \
        extents[rank++] = array->dim[d].extent;                                                           \
        others *= array->dim[d].extent;                                                                   \
      }                                                                                                   \
    }                                                                                                     \
    establish(result, array->type, array->size, rank, extents);                                           \
    switch (array->type) {                                                                                \
    case FLOAT:                                                                                           \
      return name##Real4_dim(result, array, dim - 1, mask, others);                                       \
    case DOUBLE:                                                                                          \
      return name##Real8_dim(result, array, dim - 1, mask, others);                                       \
    case INT:                                                                                             \
      return name##Integer4_dim(result, array, dim - 1, mask, others);                                    \
    case LONG:                                                                                            \
      return name##Integer8_dim(result, array, dim - 1, mask, others);                                    \
    default:                                                                                              \
      ulpwise_unmodelled(result, array, array->base);                                                   \
    }                                                                                                     \
  }
//: SumDim
DIMENSION_REDUCTION(Sum)
//.
//: ProductDim
DIMENSION_REDUCTION(Product)
//.
//: MaxvalDim
DIMENSION_REDUCTION(Maxval)
//.
//: MinvalDim
DIMENSION_REDUCTION(Minval)
//.

//: Count
int64_t RT(Count)(const Descriptor *mask, const char *file, int line, int dim) {
  int64_t count = count_of(mask), found = 0;
  for (int64_t i = 0; i < count; ++i) {
    found += is_true(mask, i);
  }
  return found;
}
//.

//: Any
_Bool RT(Any)(const Descriptor *mask, const char *file, int line, int dim) {
  int64_t count = count_of(mask);
  for (int64_t i = 0; i < count; ++i) {
    if (is_true(mask, i)) {
      return 1;
    }
  }
  return 0;
}
//.

//: All
_Bool RT(All)(const Descriptor *mask, const char *file, int line, int dim) {
  int64_t count = count_of(mask);
  for (int64_t i = 0; i < count; ++i) {
    if (!is_true(mask, i)) {
      return 0;
    }
  }
  return 1;
}
//.

/* Norms are scaled by the largest magnitude. */
#define NORM(name, given, type)                                                                            \
  given RT(name)(const Descriptor *array, const char *file, int line, int dim) {                          \
    int64_t count = count_of(array);                                                                      \
    type largest = 0, sum = 0;                                                                            \
    for (int64_t i = 0; i < count; ++i) {                                                                 \
      type magnitude = __builtin_fabs(*(const given *)element(array, i));                                 \
      if (largest == 0) {                                                                                 \
        largest = magnitude;                                                                              \
      } else if (magnitude > largest) {                                                                   \
        type ratio = largest / magnitude;                                                                 \
        type square = ratio * ratio;                                                                      \
        sum *= square;                                                                                    \
        sum += square;                                                                                    \
        largest = magnitude;                                                                              \
      } else if (magnitude != 0) {                                                                        \
        type ratio = magnitude / largest;                                                                 \
        sum += ratio * ratio;                                                                             \
      }                                                                                                   \
    }                                                                                                     \
    return (given)(largest * __builtin_sqrt(1 + sum));                                                    \
  }
//: Norm2_4
NORM(Norm2_4, float, double)
//.
//: Norm2_8
NORM(Norm2_8, double, double)
//.

#define DOT_PRODUCT(name, type, wide)                                                                     \
  type RT(name)(const Descriptor *x, const Descriptor *y, const char *file, int line) {                   \
    wide total = 0;                                                                                       \
    for (int64_t i = 0; i < x->dim[0].extent; ++i) {                                                      \
      total += (wide) * (const type *)(x->base + i * x->dim[0].stride) *                                  \
               (wide) * (const type *)(y->base + i * y->dim[0].stride);                                   \
    }                                                                                                     \
    return (type)total;                                                                                   \
  }
//: DotProductReal4
DOT_PRODUCT(DotProductReal4, float, double)
//.
//: DotProductReal8
DOT_PRODUCT(DotProductReal8, double, double)
//.
//: DotProductInteger4
DOT_PRODUCT(DotProductInteger4, int32_t, uint32_t)
//.
//: DotProductInteger8
DOT_PRODUCT(DotProductInteger8, int64_t, uint64_t)
//.

/* Products of matrices. */

#define MATMUL(name, type, code, transposed)                                                              \
  static void name##_into(Descriptor *result, const Descriptor *x, const Descriptor *y) {                 \
    int x_row = transposed ? 1 : 0, x_column = transposed ? 0 : 1;                                        \
    int64_t rows = x->rank == 2 ? x->dim[x_row].extent : 1;                                               \
    int64_t columns = y->rank == 2 ? y->dim[1].extent : 1;                                                \
    int64_t inner = y->dim[0].extent;                                                                     \
    int64_t row_step = x->rank == 2 ? x->dim[x_row].stride : 0;                                           \
    int64_t inner_step = x->rank == 2 ? x->dim[x_column].stride : x->dim[0].stride;                       \
    int64_t column_step = y->rank == 2 ? y->dim[1].stride : 0;                                            \
    int64_t result_row = x->rank == 2 ? result->dim[0].stride : 0;                                        \
    int64_t result_column = y->rank == 2 ? result->dim[result->rank - 1].stride : 0;                      \
    for (int64_t j = 0; j < columns; ++j) {                                                               \
      for (int64_t i = 0; i < rows; ++i) {                                                                \
        type total = 0;                                                                                   \
        for (int64_t k = 0; k < inner; ++k) {                                                             \
          total += *(const type *)(x->base + i * row_step + k * inner_step) *                             \
                   *(const type *)(y->base + j * column_step + k * y->dim[0].stride);                     \
        }                                                                                                 \
        *(type *)(result->base + i * result_row + j * result_column) = total;                             \
      }                                                                                                   \
    }                                                                                                     \
  }                                                                                                       \
  void RT(name)(Descriptor * result, const Descriptor *x, const Descriptor *y, const char *file,          \
                int line) {                                                                               \
    int64_t extents[2];                                                                                   \
    int rank = 0;                                                                                         \
    if (x->rank == 2) {                                                                                   \
      extents[rank++] = x->dim[transposed ? 1 : 0].extent;                                                \
    }                                                                                                     \
    if (y->rank == 2) {                                                                                   \
      extents[rank++] = y->dim[1].extent;                                                                 \
    }                                                                                                     \
    establish(result, code, sizeof(type), rank, extents);                                                 \
    name##_into(result, x, y);                                                                            \
  }
//: MatmulReal8Real8
MATMUL(MatmulReal8Real8, double, DOUBLE, 0)
//.
//: MatmulTransposeReal8Real8
MATMUL(MatmulTransposeReal8Real8, double, DOUBLE, 1)
//.

/* Other shapes. */

//: Transpose
void RT(Transpose)(Descriptor *result, const Descriptor *matrix, const char *file, int line) {
  int64_t extents[2] = {matrix->dim[1].extent, matrix->dim[0].extent};
  if (IS_DERIVED(matrix)) {
    ulpwise_unmodelled(result, matrix, matrix->base);
    return;
  }
  establish(result, matrix->type, matrix->size, 2, extents);
  for (int64_t j = 0; j < extents[1]; ++j) {
    for (int64_t i = 0; i < extents[0]; ++i) {
      memcpy(result->base + i * result->dim[0].stride + j * result->dim[1].stride,
             matrix->base + j * matrix->dim[0].stride + i * matrix->dim[1].stride, matrix->size);
    }
  }
}
//.

//: CshiftVector
void RT(CshiftVector)(Descriptor *result, const Descriptor *vector, int64_t shift, const char *file,
                      int line) {
  int64_t extent = vector->dim[0].extent;
  if (IS_DERIVED(vector)) {
    ulpwise_unmodelled(result, vector, vector->base);
    return;
  }
  establish(result, vector->type, vector->size, 1, &extent);
  for (int64_t i = 0; i < extent; ++i) {
    int64_t from = (i + shift) % extent;
    from = from < 0 ? from + extent : from;
    memcpy(element(result, i), element(vector, from), vector->size);
  }
}
//.

//: Spread
void RT(Spread)(Descriptor *result, const Descriptor *source, int dim, int64_t copies, const char *file,
                int line) {
  int64_t extents[15], others = count_of(source);
  if (IS_DERIVED(source)) {
    ulpwise_unmodelled(result, source, source->base);
    return;
  }
  if (dim < 1 || dim > source->rank + 1) {
    abort();
  }
  copies = copies < 0 ? 0 : copies;
  for (int d = 0; d <= source->rank; ++d) {
    extents[d] = d == dim - 1 ? copies : source->dim[d < dim ? d : d - 1].extent;
  }
  establish(result, source->type, source->size, source->rank + 1, extents);
  for (int64_t o = 0; o < others; ++o) {
    for (int64_t i = 0; i < copies; ++i) {
      memcpy((char *)along(result, dim - 1, o, i), element(source, o), source->size);
    }
  }
}
//.

/* Remainders. Where both are integers, a zero has the sign that integers give it. */

#define IS_INTEGER(kind, type, truncated, magnitude)                                                      \
  static int is_integer##kind(type p) { return magnitude(p) <= 0x1p63 && truncated(p) == p; }
IS_INTEGER(4, float, __builtin_truncf, __builtin_fabsf)
IS_INTEGER(8, double, __builtin_trunc, __builtin_fabs)

#define MOD(kind, type, remainder_of, magnitude)                                                          \
  type RT(ModReal##kind)(type x, type p, const char *file, int line) {                                    \
    if (p == 0) {                                                                                         \
      abort();                                                                                            \
    }                                                                                                     \
    if (x != x || p != p || magnitude(x) == __builtin_inf()) {                                            \
      return __builtin_nan("");                                                                           \
    }                                                                                                     \
    return x == 0 && is_integer##kind(p) ? -(type)0.0 : remainder_of(x, p);                               \
  }
//: ModReal4
MOD(4, float, fmodf, __builtin_fabsf)
//.
//: ModReal8
MOD(8, double, fmod, __builtin_fabs)
//.

#define MODULO(kind, type, remainder_of, magnitude)                                                       \
  type RT(ModuloReal##kind)(type x, type p, const char *file, int line) {                                 \
    if (p == 0) {                                                                                         \
      abort();                                                                                            \
    }                                                                                                     \
    if (x != x || p != p || magnitude(x) == __builtin_inf() || magnitude(p) == __builtin_inf()) {         \
      return __builtin_nan("");                                                                           \
    }                                                                                                     \
    if (x == 0 && is_integer##kind(p)) {                                                                  \
      return p > 0 ? (type)0.0 : -(type)0.0;                                                              \
    }                                                                                                     \
    type result = remainder_of(x, p);                                                                     \
    if ((x < 0) != (p < 0)) {                                                                             \
      result = result == 0 ? -result : result + p;                                                        \
    }                                                                                                     \
    return result;                                                                                        \
  }
//: ModuloReal4
MODULO(4, float, fmodf, __builtin_fabsf)
//.
//: ModuloReal8
MODULO(8, double, fmod, __builtin_fabs)
//.

/* Output to units. Every value is taken, and nothing is written. */

static char statement;

//: ioBeginExternalListOutput
void *RT(ioBeginExternalListOutput)(int unit, const char *file, int line) { return &statement; }
//.
//: ioBeginExternalFormattedOutput
void *RT(ioBeginExternalFormattedOutput)(const char *format, uint64_t length, const void *described, int unit,
                                         const char *file, int line) {
  return &statement;
}
//.
//: ioOutputInteger8
_Bool RT(ioOutputInteger8)(void *cookie, int8_t value) { return 1; }
//.
//: ioOutputInteger16
_Bool RT(ioOutputInteger16)(void *cookie, int16_t value) { return 1; }
//.
//: ioOutputInteger32
_Bool RT(ioOutputInteger32)(void *cookie, int32_t value) { return 1; }
//.
//: ioOutputInteger64
_Bool RT(ioOutputInteger64)(void *cookie, int64_t value) { return 1; }
//.
//: ioOutputReal32
_Bool RT(ioOutputReal32)(void *cookie, float value) { return 1; }
//.
//: ioOutputReal64
_Bool RT(ioOutputReal64)(void *cookie, double value) { return 1; }
//.
//: ioOutputComplex32
_Bool RT(ioOutputComplex32)(void *cookie, float re, float im) { return 1; }
//.
//: ioOutputComplex64
_Bool RT(ioOutputComplex64)(void *cookie, double re, double im) { return 1; }
//.
//: ioOutputAscii
_Bool RT(ioOutputAscii)(void *cookie, const char *text, uint64_t length) { return 1; }
//.
//: ioOutputLogical
_Bool RT(ioOutputLogical)(void *cookie, _Bool value) { return 1; }
//.
//: ioOutputDescriptor
_Bool RT(ioOutputDescriptor)(void *cookie, const Descriptor *value) { return 1; }
//.
//: ioEndIoStatement
int RT(ioEndIoStatement)(void *cookie) { return 0; }
//.
