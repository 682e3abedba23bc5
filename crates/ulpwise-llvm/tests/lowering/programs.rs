//! Whole C programs, without optimisation and vectorised: the interpreter prints what the machine
//! code prints.

use crate::support::assert_runs_like_native;

/// Without optimisation, with it, and with wide vectors and fused operations where the machine that
/// runs the test has them.
fn at_all_levels(source: &str) {
    let has_vectors = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let fastest: &[&str] = if has_vectors { &["-O3", "-mavx2", "-mfma"] } else { &["-O3"] };
    for flags in [&["-O0"][..], &["-O2"], fastest] {
        assert_runs_like_native(source, flags);
    }
}

#[test]
fn loops_over_arrays() {
    at_all_levels(
        r#"
        #include <stdio.h>
        double a[37], b[37]; float c[37]; int d[37];
        static double dot(const double *x, const double *y, int n) {
            double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s;
        }
        static void scale(double *x, double f, int n) { for (int i = 0; i < n; i++) x[i] = x[i] * f + 1; }
        static void narrow(float *to, const double *from, int *bits, int n) {
            for (int i = 0; i < n; i++) { to[i] = (float)from[i]; bits[i] = (int)from[i] ^ (i << 3); }
        }
        int main(void) {
            for (int i = 0; i < 37; i++) { a[i] = i * 0.7 - 3; b[i] = 1.0 / (i + 1); }
            scale(a, 1.3, 37);
            narrow(c, a, d, 37);
            printf("%a\n", dot(a, b, 37));
            for (int i = 0; i < 37; i++) printf("%a %d\n", c[i], d[i]);
            return 0;
        }"#,
    );
}

#[test]
fn integers_of_all_widths() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <stdint.h>
        uint8_t a[64]; int16_t b[64]; uint64_t c[64];
        static uint64_t mix(uint64_t x) {
            x ^= x >> 33; x *= 0xff51afd7ed558ccdULL; x = (x << 13) | (x >> 51); return __builtin_bswap64(x);
        }
        int main(void) {
            uint64_t s = 88172645463325252ULL;
            for (int i = 0; i < 64; i++) { s = mix(s + i); a[i] = s; b[i] = s >> 9; c[i] = s; }
            unsigned long sum = 0; int best = -40000, bits = 0; uint8_t any = 0;
            for (int i = 0; i < 64; i++) {
                sum += a[i] * 3u; best = b[i] > best ? b[i] : best; any |= a[i] & 0x71;
                bits += __builtin_popcountll(c[i]) - __builtin_clzll(c[i] | 1) + __builtin_ctz(a[i] | 256);
            }
            int negative = 0; for (int i = 0; i < 64; i++) negative += b[i] < 0;
            __int128 wide = (__int128)s * -12345678901LL; unsigned __int128 uwide = (unsigned __int128)s << 40;
            printf("%lu %d %d %u %d\n", sum, best, bits, any, negative);
            printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
            printf("%llx %llx\n", (unsigned long long)(uwide / 1000003), (unsigned long long)(uwide % 1000003));
            printf("%d %d %d\n", (int)(wide < 0), (int)(wide / 7 % 1000), (int)(s % 17));
            return 0;
        }"#,
    );
}

#[test]
fn structs_by_value_and_variable_arguments() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <stdarg.h>
        #include <string.h>
        typedef struct { double x, y; } pair;
        typedef struct { double v[9]; int n; } big;
        typedef struct { float a; int b; char c; } mixed;
        __attribute__((noinline)) pair swap(pair p) { pair q = { p.y, p.x }; return q; }
        __attribute__((noinline)) double sum(big b) { double s = 0; for (int i = 0; i < b.n; i++) { s += b.v[i]; b.v[i] = 0; } return s; }
        __attribute__((noinline)) big make(int n) { big b; memset(&b, 0, sizeof b); b.n = n; for (int i = 0; i < n; i++) b.v[i] = i * 1.5; return b; }
        __attribute__((noinline)) mixed change(mixed m) { m.a *= 2; m.b = -m.b; m.c++; return m; }
        __attribute__((noinline)) double total(int n, ...) {
            va_list list, again; va_start(list, n); va_copy(again, list);
            double s = 0; for (int i = 0; i < n; i++) s += va_arg(list, double);
            for (int i = 0; i < n; i++) s -= 0.5 * va_arg(again, double);
            va_end(list); va_end(again); return s;
        }
        int main(void) {
            pair p = swap((pair){ 1.5, -2.5 }); big b = make(9);
            printf("%a %a\n", p.x, p.y);
            printf("%a\n", sum(b)); printf("%a\n", sum(b));
            mixed m = change((mixed){ 1.25f, 7, 'a' }); printf("%a %d %c\n", m.a, m.b, m.c);
            printf("%a\n", total(11, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.5));
            return 0;
        }"#,
    );
}

#[test]
fn control_flow() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <stdlib.h>
        static int kind(int x) { switch (x) { case 0: return 10; case 1: case 5: return 20; case -3: return 30; case 100 ... 120: return x; default: return -1; } }
        static int interpret(const unsigned char *code) {
            static void *labels[] = { &&add, &&sub, &&end };
            int acc = 0; goto *labels[*code++];
            add: acc += *code++; goto *labels[*code++];
            sub: acc -= *code++; goto *labels[*code++];
            end: return acc;
        }
        static int compare(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }
        typedef double (*op)(double, double);
        static double plus(double a, double b) { return a + b; }
        static double times(double a, double b) { return a * b; }
        static op ops[] = { plus, times };
        static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        int main(void) {
            for (int i = -4; i < 8; i++) printf("%d ", kind(i)); printf("%d %d\n", kind(110), kind(121));
            unsigned char code[] = { 0, 7, 0, 5, 1, 3, 2 }; printf("%d\n", interpret(code));
            double v[] = { 3, -1, 2.5, 1e300, -7 }; qsort(v, 5, sizeof *v, compare);
            for (int i = 0; i < 5; i++) printf("%a ", v[i]); printf("\n");
            for (int i = 0; i < 2; i++) printf("%a ", ops[i](v[i], v[i + 1])); printf("%ld\n", fib(15));
            return 0;
        }"#,
    );
}

#[test]
fn mathematics_of_all_formats() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <math.h>
        #include <string.h>
        static void bits(const void *p, int n) { const unsigned char *b = p; while (n--) printf("%02x", b[n]); printf("\n"); }
        #define SHOW(e, n) do { __typeof__(e) v = (e); bits(&v, n); } while (0)
        int main(void) {
            volatile double d = 1.75, z = 0; volatile float f = 0.3f; volatile long double l = 2.25L; volatile _Float16 h = 1.5f16; volatile __float128 q = 3;
            SHOW(sin(d), 8); SHOW(sinf(f), 4); SHOW(expl(l), 10); SHOW(pow(d, 3.5), 8); SHOW(fma(d, d, -3.0625), 8);
            SHOW(sqrt(d), 8); SHOW(sqrtl(l), 10); SHOW(floor(-d), 8); SHOW(ceilf(f), 4); SHOW(rint(d), 8); SHOW(round(-2.5 * d), 8); SHOW(trunc(d), 8);
            SHOW(fmin(d, z / z), 8); SHOW(fmax(f, d), 8); SHOW(copysign(d, -z), 8); SHOW(fabs(-d), 8); SHOW(fmod(17.25, d), 8);
            SHOW(h * h + h, 2); SHOW((_Float16)(d * 1000.1), 2); SHOW(q * q / 7, 16); SHOW((long double)q / l, 10); SHOW((double)(l / 3), 8);
            SHOW(lrint(d * 10), 8); SHOW(lround(d * 10), 8); SHOW(isnan(z / z), 4); SHOW(isinf(1 / z), 4); SHOW(signbit(-d) != 0, 4); SHOW(isnormal(d), 4);
            SHOW((unsigned)(d * 1e9), 4); SHOW((unsigned long)(d * 1e19 / 2), 8); SHOW((float)0xffffffffffffffffUL, 4); SHOW((__int128)(l * 1e25L), 16);
            SHOW(ldexp(d, -1060), 8); int e; SHOW(frexp(d * 100, &e), 8); SHOW(e, 4); double ip; SHOW(modf(-d * 3, &ip), 8); SHOW(ip, 8);
            SHOW(-d, 8); SHOW(d < f, 4); SHOW(d >= f, 4); SHOW(z / z == z / z, 4); SHOW(z / z != d, 4); SHOW(__builtin_islessgreater(d, f), 4);
            return 0;
        }"#,
    );
}

#[test]
fn memory_of_all_kinds() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        struct node { double v; struct node *next; };
        static struct node *push(struct node *l, double v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = l; return n; }
        static double vla(int n) { double a[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i * 10 + j; double s = 0; for (int i = 0; i < n; i++) s += a[i][n - 1 - i]; return s; }
        struct packed { char c; double d; short s; } __attribute__((packed));
        union both { double d; unsigned long u; unsigned char b[8]; };
        struct bits { unsigned a : 3, b : 11; int c : 5; };
        static const char *words[] = { "alpha", "beta", "gamma" }; static const int *inside = (const int[]){ 1, 2, 3 } + 1;
        long double table[3] = { 1.5L, -2, 1e4000L }; _Bool flags[3] = { 1, 0, 1 }; __thread int counter = 5;
        int main(void) {
            struct node *l = 0; for (int i = 0; i < 5; i++) l = push(l, i / 3.0);
            double s = 0; while (l) { struct node *n = l->next; s = s * 3 + l->v; free(l); l = n; } printf("%a %a\n", s, vla(6));
            struct packed p = { 'x', 2.5, -3 }; printf("%c %a %d %zu\n", p.c, p.d, p.s, sizeof p);
            union both u = { .d = -1.5 }; u.b[0] = 7; printf("%lx %a\n", u.u, u.d);
            struct bits b = { 5, 1234, -7 }; b.b++; printf("%u %u %d\n", b.a, b.b, b.c);
            char buffer[40]; strcpy(buffer, words[2]); memmove(buffer + 2, buffer, 6); printf("%s %s %d\n", buffer, words[1] + 1, *inside);
            printf("%La %La %d %d\n", table[0] * table[1], table[2] / 1e3999L, flags[0] + flags[1] + flags[2], ++counter);
            int a = 5; __atomic_fetch_add(&a, 3, __ATOMIC_SEQ_CST); int x = 8; int ok = __atomic_compare_exchange_n(&a, &x, 11, 0, 5, 5); printf("%d %d\n", a, ok);
            __asm__ volatile("" ::: "memory"); double y = 1.5; __asm__("" : "+x"(y)); printf("%a\n", y);
            return 0;
        }"#,
    );
}

#[test]
fn vectors_in_the_source() {
    at_all_levels(
        r#"
        #include <stdio.h>
        typedef double v4 __attribute__((vector_size(32))); typedef int i8v __attribute__((vector_size(32))); typedef float f8 __attribute__((vector_size(32))); typedef long l4 __attribute__((vector_size(32)));
        typedef unsigned char b16 __attribute__((vector_size(16)));
        __attribute__((noinline)) v4 work(v4 a, v4 b, int k) { a[k & 3] = 9; l4 m = a < b; v4 r = (v4)((m & (l4)(a * b)) | (~m & (l4)(a - b))); r[1] = r[(k + 1) & 3]; return __builtin_shufflevector(r, b, 3, 0, 5, 6); }
        __attribute__((noinline)) i8v ints(i8v a, int s) { return (a << 2) ^ (a >> s) ^ -(a > 3); }
        int main(void) {
            v4 a = { 1, 2, 3, 4 }, b = { 2.5, 1.5, 3.5, 0.5 }; v4 r = work(a, b, 2); for (int i = 0; i < 4; i++) printf("%a ", r[i]); printf("\n");
            i8v c = { 1, -2, 3, -4, 5, -6, 7, -8 }; c = ints(c, 1); for (int i = 0; i < 8; i++) printf("%d ", c[i]); printf("\n");
            f8 f = __builtin_convertvector(c, f8) / 3; for (int i = 0; i < 8; i++) printf("%a ", f[i]); printf("\n");
            b16 t = (b16)(typeof(long __attribute__((vector_size(16))))){ 0x0102030405060708, -2 }; for (int i = 0; i < 16; i++) printf("%d ", t[i]); printf("\n");
            return 0;
        }"#,
    );
}

#[test]
fn rounding_modes() {
    at_all_levels(
        r#"
        #include <stdio.h>
        #include <fenv.h>
        #include <math.h>
        #pragma STDC FENV_ACCESS ON
        int main(void) {
            volatile double a = 1, b = 3; volatile float f; volatile long big = 0x7fffffffffffffff;
            int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
            for (int i = 0; i < 4; i++) {
                fesetround(modes[i]); f = a / b;
                printf("%a %a %a %a %a %d\n", a / b, -a / b, (double)f, rint(a / 2), (double)big, fegetround() == modes[i]);
                printf("%a %a %d %d %ld\n", sqrt(b), fma(a, b, 1e-30), a < b, a == b, (long)(b / a));
            }
            fesetround(FE_TONEAREST); feclearexcept(FE_ALL_EXCEPT); volatile double c = a / 0.0; printf("%d\n", fetestexcept(FE_DIVBYZERO) != 0);
            return 0;
        }"#,
    );
}
