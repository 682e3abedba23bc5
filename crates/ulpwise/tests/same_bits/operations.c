/* Every arithmetic operation and conversion of float, double and long double in every rounding mode of the machine, on
 * operands that include both zeros, subnormals, extremes, infinities and NaNs with payloads: prints the bits and the
 * exceptions. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static void flags(void) {
  printf(" %02x\n", fetestexcept(FE_ALL_EXCEPT));
  feclearexcept(FE_ALL_EXCEPT);
}

static const uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000, 0x0000000000000001,
    0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000123, 0xfff8000000000456, 0x7ff0000000000789, 0x3fd5555555555555,
    0x43f0000000000000, 0xc1e0000000200000, 0x41dfffffffffffff, 0x3fefffffffffffff, 0x3ca0000000000001};
static const uint32_t floats[] = {0x00000000, 0x80000000, 0x3f800000, 0xbfc00000, 0x00000001, 0x807fffff, 0x00800000,
                                  0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00123, 0xffc00456, 0x7f800789,
                                  0x3eaaaaab, 0x5f800000, 0xcf000001, 0x4effffff, 0x33800001};

static double double_of(uint64_t bits) { double d; memcpy(&d, &bits, 8); return d; }
static float float_of(uint32_t bits) { float f; memcpy(&f, &bits, 4); return f; }

static void show_double(const char *name, double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  printf("%s %016llx", name, (unsigned long long)bits);
  flags();
}

static void show_float(const char *name, float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  printf("%s %08x", name, bits);
  flags();
}

static void show_long_double(const char *name, long double l) {
  unsigned char bytes[10];
  memcpy(bytes, &l, 10);
  printf("%s ", name);
  for (int i = 9; i >= 0; i--)
    printf("%02x", bytes[i]);
  flags();
}

static void show_int(const char *name, long long i) {
  printf("%s %llx", name, i);
  flags();
}

static void pair_of_doubles(double a, double b) {
  show_double("add", a + b);
  show_double("sub", a - b);
  show_double("mul", a * b);
  show_double("div", a / b);
  show_int("lt", a < b);
  show_int("le", a <= b);
  show_int("eq", a == b);
  show_int("unordered", isunordered(a, b));
  show_int("isless", isless(a, b));
  show_double("fmod", fmod(a, b));
  show_double("remainder", remainder(a, b));
  /* IEEE 754 lets a quiet NaN pass in silence; compiled code (minsd) raises invalid. Only the values are compared. */
  double least = fmin(a, b), greatest = fmax(a, b);
  feclearexcept(FE_ALL_EXCEPT);
  show_double("fmin", least);
  show_double("fmax", greatest);
  show_double("copysign", copysign(a, b));
  show_double("nextafter", nextafter(a, b));
  show_double("fma", fma(a, b, a));
}

static void one_double(double a) {
  show_float("narrow", (float)a);
  show_long_double("widen", (long double)a);
  show_double("sqrt", sqrt(a));
  show_double("neg", -a);
  show_double("fabs", fabs(a));
  show_double("floor", floor(a));
  show_double("ceil", ceil(a));
  show_double("trunc", trunc(a));
  show_double("round", round(a));
  show_double("rint", rint(a));
  show_double("nearbyint", nearbyint(a));
  show_int("class", (isnan(a) != 0) | (isinf(a) != 0) << 1 | (isfinite(a) != 0) << 2 | (isnormal(a) != 0) << 3 |
                        (signbit(a) != 0) << 4);
  show_int("fpclassify", fpclassify(a));
  int exponent = 0;
  double whole = 0;
  show_double("frexp", frexp(a, &exponent));
  if (isfinite(a))
    printf("exponent %d\n", exponent);
  show_double("modf", modf(a, &whole));
  show_double("whole", whole);
  show_double("ldexp", ldexp(a, -1000));
  show_double("exp", exp(a));
  show_double("log", log(a));
  show_double("sin", sin(a));
}

/* The value of a conversion that is out of range, without its flags: compiled code may raise more than one. */
static void double_to_int(double a) {
  printf("%x %x %llx %llx %x %x\n", (int)a, (unsigned)a, (long long)a, (unsigned long long)a, (unsigned char)a & 0xff,
         (short)a & 0xffff);
  feclearexcept(FE_ALL_EXCEPT);
}

static void pair_of_floats(float a, float b) {
  show_float("addf", a + b);
  show_float("subf", a - b);
  show_float("mulf", a * b);
  show_float("divf", a / b);
  show_int("ltf", a < b);
  show_float("fmodf", fmodf(a, b));
  float least = fminf(a, b);
  feclearexcept(FE_ALL_EXCEPT);
  show_float("fminf", least);
  show_float("fmaf", fmaf(a, b, a));
}

static void one_float(float a) {
  show_double("widenf", (double)a);
  show_float("sqrtf", sqrtf(a));
  show_float("rintf", rintf(a));
  show_float("expf", expf(a));
  printf("%x %x %llx %llx\n", (int)a, (unsigned)a, (long long)a, (unsigned long long)a);
  feclearexcept(FE_ALL_EXCEPT);
}

static void pair_of_long_doubles(long double a, long double b) {
  show_long_double("addl", a + b);
  show_long_double("subl", a - b);
  show_long_double("mull", a * b);
  show_long_double("divl", a / b);
  show_int("ltl", a < b);
  show_int("eql", a == b);
  show_long_double("fmodl", fmodl(a, b));
}

static void one_long_double(long double a) {
  show_double("narrowl", (double)a);
  show_float("narrowlf", (float)a);
  show_long_double("sqrtl", sqrtl(a));
  show_long_double("rintl", rintl(a));
  show_long_double("negl", -a);
  show_long_double("expl", expl(a));
  printf("%x %x %llx %x\n", (int)a, (unsigned)a, (long long)a, (short)a & 0xffff);
  /* What NaN becomes as a 64-bit unsigned number depends on how the code generator orders a comparison. */
  if (!isnan(a))
    printf("%llx\n", (unsigned long long)a);
  feclearexcept(FE_ALL_EXCEPT);
}

static void from_int(long long i) {
  show_double("sitofp", (double)i);
  show_double("uitofp", (double)(unsigned long long)i);
  show_double("uitofp32", (double)(unsigned)i);
  show_float("sitofpf", (float)i);
  show_float("uitofpf", (float)(unsigned long long)i);
  show_long_double("sitofpl", (long double)i);
  show_long_double("uitofpl", (long double)(unsigned long long)i);
}

int main(void) {
  static const long long integers[] = {0, 1, -1, 16777217, 9007199254740993, -9007199254740993, 0x7fffffffffffffff,
                                       (long long)0x8000000000000001, 0x100000001};
  int nd = sizeof doubles / sizeof *doubles, nf = sizeof floats / sizeof *floats;
  for (int m = 0; m < 4; m++) {
    printf("mode %d %d\n", m, fesetround(modes[m]));
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < nd; i++) {
      double a = double_of(doubles[i]);
      one_double(a);
      double_to_int(a);
      one_long_double((long double)a * 3);
      feclearexcept(FE_ALL_EXCEPT);
      for (int j = 0; j < nd; j++) {
        pair_of_doubles(a, double_of(doubles[j]));
        pair_of_long_doubles((long double)a / 3, (long double)double_of(doubles[j]));
        feclearexcept(FE_ALL_EXCEPT);
      }
    }
    for (int i = 0; i < nf; i++) {
      one_float(float_of(floats[i]));
      for (int j = 0; j < nf; j++)
        pair_of_floats(float_of(floats[i]), float_of(floats[j]));
    }
    for (int i = 0; i < (int)(sizeof integers / sizeof *integers); i++)
      from_int(integers[i]);
  }
  fesetround(FE_TONEAREST);
  return 0;
}
