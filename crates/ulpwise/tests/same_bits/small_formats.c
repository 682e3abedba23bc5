/* Half, bfloat16 and quadruple precision: arithmetic and conversions, printed as bits. */
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const uint16_t halves[] = {0x0000, 0x8000, 0x3c00, 0xbe00, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfc00, 0x7e01, 0x3555};
static const uint16_t brains[] = {0x0000, 0x8000, 0x3f80, 0xbfc0, 0x0001, 0x807f, 0x0080, 0x7f7f, 0xff80, 0x7fc1, 0x3eab};
static const uint64_t doubles[] = {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0x0000000000000001,
                                   0x7fefffffffffffff, 0xfff0000000000000, 0x3fd5555555555555, 0x40f0000000000000};

static void show(const void *value, int bytes) {
  const unsigned char *byte = value;
  for (int i = bytes - 1; i >= 0; i--)
    printf("%02x", byte[i]);
  printf("\n");
}

static void half_pair(_Float16 a, _Float16 b) {
  _Float16 r;
  r = a + b; show(&r, 2);
  r = a - b; show(&r, 2);
  r = a * b; show(&r, 2);
  r = a / b; show(&r, 2);
  printf("%d %d\n", a < b, a == b);
}

static void brain_pair(__bf16 a, __bf16 b) {
  __bf16 r;
  r = a + b; show(&r, 2);
  r = a * b; show(&r, 2);
  r = a / b; show(&r, 2);
  printf("%d\n", a < b);
}

/* Through float: the second of these is rounded twice. */
static void brain_from_integers(long i) {
  __bf16 r;
  r = (__bf16)(int)i; show(&r, 2);
  r = (__bf16)i; show(&r, 2);
  r = (__bf16)(unsigned long)i; show(&r, 2);
  _Float16 h = (_Float16)i; show(&h, 2);
}

static void quad_pair(__float128 a, __float128 b) {
  __float128 r;
  r = a + b; show(&r, 16);
  r = a - b; show(&r, 16);
  r = a * b; show(&r, 16);
  r = a / b; show(&r, 16);
  printf("%d %d\n", a < b, a == b);
}

int main(void) {
  for (int m = 0; m < 4; m++) {
    fesetround(modes[m]);
    for (int i = 0; i < 11; i++) {
      _Float16 a;
      __bf16 c;
      memcpy(&a, &halves[i], 2);
      memcpy(&c, &brains[i], 2);
      float wide = a, wider = c;
      show(&wide, 4);
      show(&wider, 4);
      printf("%d %d\n", (int)(a < 100 ? a : 0), (int)(wider < 100 ? wider : 0));
      for (int j = 0; j < 11; j++) {
        _Float16 b;
        __bf16 d;
        memcpy(&b, &halves[j], 2);
        memcpy(&d, &brains[j], 2);
        half_pair(a, b);
        /* The native run-time library rounds bfloat16 to nearest whatever the mode. */
        if (m == 0)
          brain_pair(c, d);
      }
    }
    if (m == 0) {
      const long numbers[] = {-1, (1L << 30) + (1L << 22) + 1, (1L << 62) + (1L << 54) + 1, 65519, 65520, -65519};
      for (int i = 0; i < 6; i++)
        brain_from_integers(numbers[i]);
    }
    for (int i = 0; i < 8; i++) {
      double a, b;
      memcpy(&a, &doubles[i], 8);
      _Float16 h = (_Float16)a;
      show(&h, 2);
      __float128 q = a;
      show(&q, 16);
      double back = (double)(q / 3);
      show(&back, 8);
      for (int j = 0; j < 8; j++) {
        memcpy(&b, &doubles[j], 8);
        quad_pair(q / 3, (__float128)b);
      }
    }
  }
  fesetround(FE_TONEAREST);
  return 0;
}
