/* Numerical kernels that optimisers vectorise, unroll and contract: the results, printed to the bit. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 37
static double a[N], b[N], c[N];
static float f[N], g[N];
static int idx[N];
static short s[N];

static unsigned long long state = 88172645463325252ull;
static double next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 9007199254740992.0;
}

__attribute__((noinline)) static double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

__attribute__((noinline)) static void axpy(double *restrict y, const double *restrict x, double by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] + by * x[i];
}

__attribute__((noinline)) static void clamp(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < 0.25f ? 0.25f : (x[i] > 0.75f ? 0.75f : x[i]);
}

__attribute__((noinline)) static int count(const double *x, double above, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    found += x[i] > above;
  return found;
}

__attribute__((noinline)) static double largest(const double *x, int n) {
  double best = x[0];
  for (int i = 1; i < n; i++)
    best = x[i] > best ? x[i] : best;
  return best;
}

__attribute__((noinline)) static void convert(int *restrict to, short *restrict half, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = (int)(x[i] * 1000);
    half[i] = (short)(to[i] * 7);
  }
}

__attribute__((noinline)) static void matmul(double out[4][4], double x[4][4], double y[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      out[i][j] = 0;
      for (int k = 0; k < 4; k++)
        out[i][j] += x[i][k] * y[k][j];
    }
}

__attribute__((noinline)) static double horner(const double *coefficient, int n, double x) {
  double value = 0;
  for (int i = n - 1; i >= 0; i--)
    value = value * x + coefficient[i];
  return value;
}

__attribute__((noinline)) static double _Complex rotate(double _Complex z, double _Complex w) { return z * w / (1 + z); }

struct vec3 { double x, y, z; };
__attribute__((noinline)) static struct vec3 cross(struct vec3 p, struct vec3 q) {
  return (struct vec3){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
struct pair { float x, y; };
__attribute__((noinline)) static struct pair turn(struct pair p) { return (struct pair){-p.y, p.x}; }

__attribute__((noinline)) static unsigned hash(const void *bytes, size_t n) {
  const unsigned char *byte = bytes;
  unsigned h = 2166136261u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ byte[i]) * 16777619u;
  return h;
}

__attribute__((noinline)) static __int128 wide(long x, long y) { return (__int128)x * y / 3 + ((__int128)1 << 100); }

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = next() - 0.5;
    b[i] = next() * 4;
    f[i] = (float)next();
  }
  printf("%a\n", dot(a, b, N));
  axpy(b, a, 0.1, N);
  printf("%08x\n", hash(b, sizeof b));
  clamp(g, f, N);
  printf("%08x %a\n", hash(g, sizeof g), g[3]);
  printf("%d %a\n", count(a, 0.1, N), largest(b, N));
  convert(idx, s, b, N);
  printf("%08x %08x\n", hash(idx, sizeof idx), hash(s, sizeof s));
  double m[4][4], out[4][4];
  memcpy(m, a, sizeof m);
  matmul(out, m, m);
  printf("%08x\n", hash(out, sizeof out));
  printf("%a %a\n", horner(a, N, 0.99), horner(b, 5, -3.5));
  double _Complex z = rotate(0.5 + 0.25 * I, -1.5 + 2 * I);
  printf("%a %a\n", creal(z), cimag(z));
  struct vec3 v = cross((struct vec3){1, 2.5, -3}, (struct vec3){0.1, 0.2, 0.3});
  struct pair p = turn((struct pair){1.5f, -2.25f});
  printf("%a %a %a %a %a\n", v.x, v.y, v.z, p.x, p.y);
  __int128 w = wide(0x7fffffffffffffff, -12345678901234567);
  printf("%llx %llx\n", (unsigned long long)(w >> 64), (unsigned long long)w);
  for (int i = 0; i < N; i++)
    c[i] = sqrt(fabs(a[i])) + floor(b[i]) + fmin(a[i], b[i]) + copysign(1.5, a[i]) + (i % 3 == 0 ? exp(a[i]) : log(b[i] + 5)) +
           pow(b[i] + 1, 1.5) + sin(i);
  printf("%08x %a\n", hash(c, sizeof c), c[7]);
  return 0;
}
