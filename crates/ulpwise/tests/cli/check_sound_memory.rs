//! `ulpwise check` on programs in which a divisor is written by a way that abstract interpretation has to see: nothing is called proven there.

use crate::check_sound::verdicts_with;

/// That abstract interpretation does not prove the division of a program, of which some input divides by zero.
fn is_not_proven(file: &str, source: &str) {
    let verdicts = verdicts_with(file, source, "divide-by-zero", &[]);
    assert!(verdicts.iter().any(|verdict| verdict != "proven"), "{file}: {verdicts:?}\n{source}");
}

#[test]
fn addresses_that_functions_return_are_written_through() {
    let pointer = "
static double K = 1.0;
static double *get(void) { return &K; }
static double *(*fp)(void) = get;
double f(double x) { *fp() = 0.0; return x / K; }";
    is_not_proven("pointer.c", pointer);
    let called_back = "
static double K = 1.0;
static double *get(void) { return &K; }
extern void call_it(double *(*)(void));
double f(double x) { call_it(get); return x / K; }";
    is_not_proven("called_back.c", called_back);
    let method = "
static double K = 1.0;
struct B { virtual double &ref() { return K; } };
struct C : B { double &ref() override { return K; } };
extern \"C\" double f(double x, int c) { B b; C d; B *p = c ? &b : (B *)&d; p->ref() = 0.0; return x / K; }";
    is_not_proven("method.cpp", method);
}

#[test]
fn pointers_that_step_far_still_point_into_their_object() {
    let strided = "
double f(long rs, long cs, long i, long j, long o) {
    double m[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    double *p = m + o; p = p + i * rs; p = p + j * cs; *p = 0.0;
    return 1.0 / m[4];
}";
    is_not_proven("strided.c", strided);
    let given = "
double f(double *v, long i, long j, long k) {
    if (!(v[0] >= 1.0)) return 0;
    double *p = v + i; p += j; p += k; *p = 0.0;
    return 1.0 / v[0];
}";
    is_not_proven("given.c", given);
}

/// Downwards, too.
#[test]
fn pointers_that_walk_keep_in_step() {
    let table = "
static const double T[16] = {0, 7, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
double f(int n) {
    const double *p = T + 15; double s = 0;
    while (n-- > 0 && *p > 0) { s = 1.0 / (*p - 7.0); p -= 2; }
    return s;
}";
    is_not_proven("table.c", table);
    let fields = "
struct v { double x, y, z; };
double f(int n, double t) {
    struct v a[8];
    for (int i = 0; i < 8; i++) { a[i].x = 1; a[i].y = -1; a[i].z = 3; }
    a[0].x = 7;
    struct v *p = a + 7; double s = 0;
    while (n-- > 0 && p->x > 0) { s = 1.0 / (p->x - 7.0); p--; }
    return s;
}";
    is_not_proven("fields.c", fields);
}

#[test]
fn what_is_defined_elsewhere_may_be_larger_than_it_is_declared() {
    is_not_proven("array.c", "extern double table[]; double f(double x, int i) { return x / table[i & 3]; }");
    is_not_proven(
        "after.c",
        "extern double table[]; double f(double x) { table[0] = 1.0; return x / (x - x); }",
    );
    let member = "
struct vec { int n; double d[]; };
extern struct vec v;
double f(double x, int i) { return x / v.d[i & 3]; }";
    is_not_proven("member.c", member);
}

#[test]
fn library_functions_write_what_they_are_given() {
    let time = "
#include <time.h>
double f(double x) { time_t t = 1; time(&t); if (t != 1) return x / 0.0; return 0; }";
    let count = "
#include <stdio.h>
double f(double x) { int n = 0; printf(\"abc%n\", &n); return x / (n - 3); }";
    let environment = "
#include <fenv.h>
#include <string.h>
double f(double x) {
    fenv_t e; memset(&e, 0, sizeof e); feholdexcept(&e);
    return x / (double)(e.__control_word - 0x37f);
}";
    let own =
        "extern void random(double *out); double f(double x) { double k = 1.0; random(&k); return x / k; }";
    let sources = [("time.c", time), ("count.c", count), ("environment.c", environment), ("own.c", own)];
    sources.into_iter().for_each(|(file, source)| is_not_proven(file, source));
}

#[test]
fn addresses_are_made_in_odd_ways() {
    let from_null = "
#include <stdint.h>
double f(double x) {
    double k = 0.0; char *z = 0;
    double *p = (double *)(z + (uintptr_t)&k);
    return x / *p;
}";
    is_not_proven("from_null.c", from_null);
    let through_float = "
target triple = \"x86_64-pc-linux-gnu\"
@K = internal global double 1.0
define double @f(double %x) {
  %a = ptrtoint ptr @K to i64
  %d = bitcast i64 %a to double
  %b = bitcast double %d to i64
  %p = inttoptr i64 %b to ptr
  store double 0.0, ptr %p
  %k = load double, ptr @K
  %r = fdiv double %x, %k
  ret double %r
}
";
    is_not_proven("through_float.ll", through_float);
}
