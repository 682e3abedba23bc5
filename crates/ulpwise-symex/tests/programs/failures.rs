//! What programs must not do, and what only looks like it.

use crate::{F32, ends, explored, never_aborts};
use ulpwise_interp::PathEnd;
use ulpwise_symex::{End, Given, Path};

#[test]
fn the_heap_by_cases() {
    let source = "
#include <stdlib.h>
double f(unsigned n, double x) {
    if (n < 1 || n > 4) return 0;
    double *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = x;
    a = realloc(a, 8 * sizeof *a);
    if (a[n - 1] != x && x == x) abort();
    free(a);
    return 0;
}";
    never_aborts(source, &[Given::Any, Given::Any]);
}

#[test]
fn values_that_are_not_initialised_are_reported_where_they_decide() {
    let source = "
#include <string.h>
#include <stdlib.h>
struct pair { char tag; double value; };
static void classify(double x, int *sign) { if (x < 0) *sign = -1; else if (x >= 0) *sign = 1; }
int f(double x) {
    struct pair a = {1, x}, b;
    memcpy(&b, &a, sizeof a);
    int sign;
    classify(x, &sign);
    int copy = sign;
    if (copy > 0) return 1;
    return b.value < 0;
}";
    let (paths, summary) = explored(source, &[Given::Any]);
    assert_eq!(
        ends(&paths).iter().filter(|end| **end == "uninitialised-read").count(),
        1,
        "{:?}",
        ends(&paths)
    );
    for path in paths.iter().filter(|path| path.end == End::Stopped(PathEnd::UninitialisedRead)) {
        assert!(f64::from_bits(path.inputs[0].elements[0] as u64).is_nan(), "{path:?}");
    }
    assert_eq!(summary.missed, Vec::<String>::new());
    let source = "void g(void); void f(int c) { int x; if (c > 3) x = c ^ 9; if (x > 5) g(); }";
    let (paths, _) = explored(source, &[Given::Any]);
    assert!(ends(&paths).contains(&"uninitialised-read"), "{:?}", ends(&paths));
    let source = "
#include <stdlib.h>
int f(unsigned i) {
    unsigned char *a = malloc(4);
    if (!a || i > 3) return 0;
    for (unsigned k = 0; k < i; k++) a[k] = 1;
    int low = a[2] & 0;
    if (low) abort();
    int sum = i == 3 ? a[0] + a[1] + a[2] : 3;
    free(a);
    return sum != 3;
}";
    never_aborts(source, &[Given::Any]);
}

#[test]
fn undefined_shifts_and_conversions_end_paths_unless_they_are_only_selected() {
    let source = "int f(int n, float x) { return (1 << n) + (int)x; }";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert_eq!(ends(&paths), ["int-conversion", "overflowing-shift", "returned"]);
    assert_eq!(summary.missed, Vec::<String>::new());
    let source = "int f(void) { volatile float x = 3e9f; return (int)x; }";
    assert_eq!(ends(&explored(source, &[]).0), ["int-conversion"]);
    let source = "
#include <stdlib.h>
int f(float x) { int n = x > -100 && x < 100 ? (int)x : 0; if (n > 99) abort(); return n; }";
    never_aborts(source, &[Given::Any]);
}

#[test]
fn every_bad_access_has_its_kind() {
    let kinds = [
        (
            "int f(int n) { int *p = malloc(4); *p = 1; free(p); if (n == 7) return *p; return 0; }",
            "use-after-free",
        ),
        ("int f(int n) { int *p = malloc(4); free(p); if (n == 7) free(p); return 0; }", "double-free"),
        (
            "int f(int n) { int a[2] = {1, 2}; int *p = n == 7 ? a : malloc(4); free(p); return 0; }",
            "bad-free",
        ),
        ("int f(int n) { int a[2] = {1, 2}; return a[n & 2 ? 0 : 1] / (n - 7) > 5; }", "int-divide-by-zero"),
        ("int f(int n) { int *p = n == 7 ? 0 : &n; return *p > 0; }", "memory"),
        ("int f(int n) { return n == 7 ? unheard_of(n) : 0; }", "unknown-function"),
    ];
    for (body, kind) in kinds {
        let source = format!("#include <stdlib.h>\nint unheard_of(int);\n{body}");
        let (paths, _) = explored(&source, &[Given::Any]);
        let failed: Vec<&Path> = paths.iter().filter(|path| matches!(path.end, End::Stopped(_))).collect();
        assert_eq!(failed.len(), 1, "{source}: {:?}", ends(&paths));
        assert_eq!(failed[0].end.id(), kind);
        assert_eq!(failed[0].inputs[0].elements, [7], "{source}");
    }
}

#[test]
fn an_index_that_may_leave_its_array_is_reported_with_one_that_does() {
    let source = "float f(float *a, unsigned i) { if (i <= 4) return a[i]; return 0; }";
    let (paths, _) = explored(source, &[Given::Array(F32, 4), Given::Any]);
    assert_eq!(ends(&paths), ["memory", "returned", "returned"]);
    let stray = paths.iter().find(|path| matches!(path.end, End::Stopped(_))).expect("one strays");
    assert_eq!(stray.inputs[1].elements, [4]);
}

#[test]
fn what_cannot_happen_is_not_reported() {
    let source = "
#include <math.h>
#include <stdlib.h>
int f(double x, unsigned char n) {
    double y = fabs(x), k = n;
    if (y < 0) abort();
    if (sqrt(k * k) != k) abort();
    return isnan(y) != 0;
}";
    let (paths, _) = explored(source, &[Given::Any, Given::Any]);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
}
