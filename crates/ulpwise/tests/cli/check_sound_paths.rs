//! `ulpwise check` on programs in which a division by zero lies off the ways that symbolic execution would follow if it left something out. Most inputs are hidden from native search by a
//! condition on `k`, which only 1440528649 meets.

use crate::check_sound::verdicts_with;
use crate::common::ulpwise;

/// That the division of a program, of which some input divides by zero, is not proven.
fn is_not_proven(file: &str, source: &str, further: &[&str]) {
    let verdicts = verdicts_with(file, source, "divide-by-zero", further);
    assert!(verdicts.iter().any(|verdict| verdict != "proven"), "{file} {further:?}: {verdicts:?}\n{source}");
}

/// What is computed on a way that begins an outer loop is read after the ways have met.
#[test]
fn joins_of_branches_keep_what_is_read_later() {
    let source = "
unsigned N = 4;
double f(unsigned c) {
    double v = 3.0; unsigned k = 0, n = N;
outer:
    v = v - 1.0;
inner:
    k++;
    if (k == n) return 1.0 / (v - 1.0);
    if ((c ^ k) * 0x85ebca6bu == 0x12345678u) goto outer;
    goto inner;
}";
    let verdicts = verdicts_with("joined.c", source, "divide-by-zero", &["--cflags", "-O1"]);
    assert_eq!(verdicts, ["witness"]);
}

#[test]
fn one_bad_address_is_not_all_that_an_address_can_be() {
    let null = "
static double B[1] = {0.0};
double f(unsigned k) {
    double *tab[2] = {0, B};
    unsigned j = k * 2654435761u == 12345u;
    return 1.0 / *tab[j];
}";
    let outside = "
static double A[2] = {1, 2};
static double B[4] = {1, 2, 3, 0};
double f(unsigned k, unsigned i) {
    double *tab[2] = {A, B};
    return 1.0 / tab[k * 2654435761u == 12345u][i];
}";
    assert_eq!(verdicts_with("null.c", null, "divide-by-zero", &[]), ["witness"]);
    assert_eq!(verdicts_with("outside.c", outside, "divide-by-zero", &["--range", "i=0..3"]), ["witness"]);
}

/// Compiled code goes on there.
#[test]
fn what_c_leaves_undefined_ends_no_proof() {
    let uninitialised = "
double f(unsigned k, double x) {
    int a[1]; double y = 1.0;
    if (k * 2654435761u != 12345u) return 0;
    if (a[0]) y = 2.0;
    return y / x;
}";
    let padding = "
#include <stdio.h>
struct p { char c; double d; };
double f(unsigned k, double x) {
    struct p a; a.c = 1; a.d = x;
    if (k * 2654435761u != 12345u) return 0;
    fwrite(&a, sizeof a, 1, stdout);
    return 1.0 / x;
}";
    let shift = "
double f(unsigned n, double x) { if (n < 32) return 0; unsigned k = 1u << n; return x / (double)(k - 1u); }";
    let call = "
typedef double (*F)(double, void *);
static double g(double x) { return x; }
static F h = (F)g;
double f(unsigned k, double x) { if (k * 2654435761u != 12345u) return 0; double y = h(1.0, 0); return y / x; }";
    for (file, source) in
        [("uninitialised.c", uninitialised), ("padding.c", padding), ("shift.c", shift), ("call.c", call)]
    {
        is_not_proven(file, source, &[]);
    }
}

#[test]
fn errno_is_read_where_it_was_found_before() {
    let source = "
#include <errno.h>
#include <math.h>
double f(unsigned k, double x) {
    int *e = &errno; *e = 0;
    if (k * 2654435761u != 12345u) return 0;
    double y = nextafter(x, INFINITY);
    if (*e != 0) return 1.0 / (x - 1.7976931348623157e308);
    return y;
}";
    let verdicts = verdicts_with("errno.c", source, "divide-by-zero", &[]);
    assert!(!verdicts.iter().any(|verdict| verdict == "proven"), "{verdicts:?}");
}

/// A function may be called in other states than the one in which the program begins.
#[test]
fn variables_keep_what_was_left_in_them() {
    let exported =
        "double scale = 1; void set(double s) { scale = s; } double f(double x) { return x / scale; }";
    let between =
        "double f(double x) { static double last = 1.0; double r = 2.0 / last; last = x; return r; }";
    let returned = "
static double table[4] = {1, 1, 1, 1};
double *get(void) { return table; }
double f(double x) { return x / table[0]; }";
    let pointed = "static double t[1] = {1.0}; double *const p = t; double f(double x) { return x / t[0]; }";
    let renamed = "
static double K = 1.0;
extern double KA __attribute__((alias(\"K\")));
double f(double x) { return x / K; }";
    let chance = "
#include <stdlib.h>
double f(double x) { return x / (rand() % 3 - 1); }";
    let sources = [exported, between, returned, pointed, renamed, chance];
    for (file, source) in ["a.c", "b.c", "c.c", "d.c", "e.c", "g.c"].into_iter().zip(sources) {
        is_not_proven(file, source, &[]);
    }
    let fortran = "
module m
  implicit none
  integer :: order = 0
contains
  function f(x) result(y) bind(c)
    use iso_c_binding
    real(c_double), value :: x
    real(c_double) :: y
    y = 0
    if (order > 1) y = 1.0d0 / x
  end function
end module
";
    is_not_proven("m.f90", fortran, &[]);
    // The program's own beginning is called once.
    let main = "double scale = 4; int main(void) { return (int)(1.0 / scale); }";
    let verdicts = verdicts_with("main.c", main, "divide-by-zero", &["--fn", "main"]);
    assert!(verdicts.iter().all(|verdict| verdict == "proven"), "{verdicts:?}");
}

#[test]
fn what_was_raised_before_a_call_is_not_its_own() {
    let constructed = "
double g;
static volatile double zero;
__attribute__((constructor)) static void init(void) { g = 1.0 / zero; }
double f(unsigned k, double x) { if (k * 2654435761u != 12345u) return 0; return 1.0 / x; }";
    is_not_proven("constructed.c", constructed, &["--stop-at-exception"]);
    let assumed = "double f(double x) { return x + x; }";
    let further = ["--assume", "x * x < 1", "--stop-at-exception"];
    let verdicts = verdicts_with("assumed.c", assumed, "underflow", &further);
    assert!(!verdicts.contains(&"proven".to_owned()), "{verdicts:?}");
    let rounding = "
#include <fenv.h>
__attribute__((constructor)) static void init(void) { fesetround(FE_UPWARD); }
double f(unsigned k, double x) {
    if (k * 2654435761u != 12345u) return 0;
    if (!(x > 0x1p-60 && x < 0x1p-58)) return 0;
    return 1.0 / ((1.0 + x) - 1.0);
}";
    is_not_proven("rounding.c", rounding, &[]);
}

/// As the C library of this machine has it.
#[test]
fn the_c_library_answers_what_it_answers() {
    let class = "
#include <cctype>
extern \"C\" double f(int c) { return 1.0 / (std::isdigit(c & 127) - 2048); }";
    let gone = "
#include <stdlib.h>
double f(double x) { char *p = malloc(8); p = realloc(p, 0); if (!p) return 1.0 / x; return 0; }";
    let large = "
#include <stdlib.h>
double f(double x) { double *p = malloc(4ul << 30); if (!p) return 0; double r = 1.0 / x; free(p); return r; }";
    let handler = "
#include <stdlib.h>
static double z;
static void h(void) { volatile double y = 1.0 / z; }
double f(double x) { z = x - 1.0; atexit(h); exit(0); }";
    for (file, source) in [("class.cpp", class), ("gone.c", gone), ("large.c", large), ("handler.c", handler)]
    {
        is_not_proven(file, source, &[]);
    }
}

/// Both zeros are as large.
#[test]
fn a_range_from_zero_has_both_zeros() {
    let source = "float f(float x) { if (__builtin_signbit(x)) return 1.0f / x; return x; }";
    let further = ["--range", "x=0..1e-40", "--analysis", "exhaustive"];
    assert_eq!(verdicts_with("zeros.c", source, "divide-by-zero", &further), ["witness"]);
}

/// Other commands that say *proven* begin with the same variables.
#[test]
fn no_command_proves_what_depends_on_a_variable() {
    let source = "
double off = 0;
void set(double o) { off = o; }
double f(double x) { return (x + off) - off; }
double g(short n) { return n / (off + 1); }";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variable.c");
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let ranged = [path, "--fn", "f", "--range", "x=1..2", "--timeout", "5"];
    for (command, wanted) in [("stability", "0 stable"), ("accuracy", "no bound is proven")] {
        let finished = ulpwise(&[&[command], &ranged[..]].concat());
        assert!(finished.stdout.contains(wanted) && finished.stdout.contains("'off'"), "{finished:?}");
    }
    let tried = ulpwise(&["search", path, "--fn", "g", "--exhaustive"]);
    assert!(tried.stdout.contains("nothing is proven by trying all 65536 inputs"), "{tried:?}");
}
