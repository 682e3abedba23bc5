//! What the C library does with terms: flags, mathematics, strings, numbers as text, and the
//! functions by which programs ask for inputs.

use crate::{F64, can_abort, ends, explored, never_aborts};
use ulpwise_interp::PathEnd;
use ulpwise_ir::Type;
use ulpwise_symex::{End, Given, Path};

#[test]
fn flags_are_those_of_the_operations() {
    let source = "
#include <fenv.h>
#include <stdlib.h>
int f(float x) {
    feclearexcept(FE_ALL_EXCEPT);
    volatile float y = x * 0.5f;
    if (fetestexcept(FE_OVERFLOW)) abort();
    if (fetestexcept(FE_DIVBYZERO)) abort();
    if (x > 1 && x < 2 && fetestexcept(FE_INEXACT)) abort();
    if (fetestexcept(FE_UNDERFLOW) && !(x < 0x1p-125f && x > -0x1p-125f)) abort();
    return fetestexcept(FE_UNDERFLOW) != 0 && y > 0;
}";
    never_aborts(source, &[Given::Any]);
    let source = "
#include <fenv.h>
#include <stdlib.h>
int f(double x, double y) {
    double z = x / y;
    if (fetestexcept(FE_DIVBYZERO) && z < 0) abort();
    return z > 0;
}";
    for path in can_abort(source, &[Given::Any, Given::Any]) {
        if path.end == End::Stopped(PathEnd::Abort) {
            assert_eq!(path.inputs[1].elements[0] << 65, 0, "{path:?}");
        }
    }
}

#[test]
fn flags_are_cleared_held_and_restored() {
    let source = "
#include <fenv.h>
#include <stdlib.h>
int f(double x) {
    fenv_t env;
    if (!(x > 1e-300 && x < 1e300)) return 0;
    feclearexcept(FE_ALL_EXCEPT);
    double a = 1 / x;
    int before = fetestexcept(FE_INEXACT);
    feholdexcept(&env);
    if (fetestexcept(FE_ALL_EXCEPT)) abort();
    double b = x * 1e308;
    int inside = fetestexcept(FE_OVERFLOW);
    feclearexcept(FE_INEXACT);
    if (fetestexcept(FE_INEXACT)) abort();
    feupdateenv(&env);
    if (fetestexcept(FE_INEXACT) != before) abort();
    if (fetestexcept(FE_OVERFLOW) != inside) abort();
    if (inside && b <= 1e308) abort();
    return a > b;
}";
    never_aborts(source, &[Given::Any]);
}

#[test]
fn a_symbolic_rounding_mode_is_followed_by_cases() {
    let source = "
#include <fenv.h>
#include <stdlib.h>
int f(int mode, double x) {
    if (fesetround(mode)) return fegetround() + 1;
    volatile double third = 1.0 / 3.0;
    if (mode == FE_UPWARD && third * 3 < 1) abort();
    double up = x + 0.1;
    if (mode == FE_UPWARD && x > 0 && x < 1 && up < x) abort();
    return fegetround() == mode;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
    assert!(paths.iter().any(|path| path.end == End::Returned(vec![1])));
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn functions_of_libm_are_followed_through() {
    let source = "
#include <math.h>
#include <stdlib.h>
int f(double x) {
    if (x > 0 && x < 10 && exp(x) > 100 && exp(x) < 101) abort();
    return 0;
}";
    let (paths, _) = explored(source, &[Given::Any]);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
}

#[test]
fn exact_functions_of_libm_have_no_false_alarms() {
    let source = "
#include <math.h>
#include <stdlib.h>
int f(signed char n, int power) {
    if (power < -140 || power > 120) return 0;
    float x = ldexpf(n, power);
    int e;
    float m = frexpf(x, &e);
    if (isfinite(x) && x != 0) {
        if (!(fabsf(m) >= 0.5f && fabsf(m) < 1)) abort();
        if (ldexpf(m, e) != x) abort();
        if (ilogbf(x) != e - 1) abort();
    }
    float whole, part = modff(x, &whole);
    if (isfinite(x) && (whole + part != x || truncf(x) != whole)) abort();
    if (isfinite(x) && nextafterf(nextafterf(x, INFINITY), -INFINITY) != x) abort();
    if (fabsf(x) < 1000 && lrintf(x) != (long)rintf(x)) abort();
    if (fpclassify(x) == FP_ZERO && x != 0) abort();
    return signbit(x) != 0;
}";
    never_aborts(source, &[Given::Any, Given::Any]);
}

#[test]
fn errno_tells_what_libm_refused() {
    let source = "
#include <errno.h>
#include <math.h>
#include <stdlib.h>
int f(double x) {
    errno = 0;
    double y = sqrt(x);
    if ((errno == EDOM) != (x < 0)) abort();
    errno = 0;
    double z = ldexp(x, 3);
    if (errno == ERANGE && isfinite(z)) abort();
    return y > z;
}";
    never_aborts(source, &[Given::Any]);
}

#[test]
fn qsort_and_bsearch_call_back_with_symbolic_elements() {
    let source = "
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}
int f(double *a) {
    for (int i = 0; i < 3; i++) if (a[i] != a[i]) return -1;
    double sum = a[0] > a[1] ? a[0] : a[1];
    if (a[2] > sum) sum = a[2];
    qsort(a, 3, sizeof *a, compare);
    if (a[0] > a[1] || a[1] > a[2] || a[2] != sum) abort();
    double *found = bsearch(&sum, a, 3, sizeof *a, compare);
    if (!found || *found != sum) abort();
    return 0;
}";
    never_aborts(source, &[Given::Array(F64, 3)]);
}

#[test]
fn strings_of_symbolic_bytes() {
    let source = "
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
int f(char *s) {
    char copy[8];
    s[3] = 0;
    if (strlen(s) > 3) abort();
    strcpy(copy, s);
    if (strcmp(copy, s) != 0) abort();
    if (strlen(copy) != strlen(s)) abort();
    char *x = strchr(s, 'x');
    if (x && *x != 'x') abort();
    if (isdigit((unsigned char)s[0]) && !(s[0] >= '0' && s[0] <= '9')) abort();
    if (strncmp(s, \"ab\", 2) == 0 && (s[0] != 'a' || s[1] != 'b')) abort();
    return strlen(s);
}";
    never_aborts(&source.replace("\\\"", "\""), &[Given::Array(Type::Int(8), 4)]);
}

#[test]
fn numbers_are_read_from_symbolic_text() {
    let source = "
#include <stdlib.h>
int f(char *s) {
    s[3] = 0;
    double x = atof(s);
    if (x == 0.5 && s[0] == '+') abort();
    return 0;
}";
    let paths = can_abort(source, &[Given::Array(Type::Int(8), 4)]);
    assert!(!ends(&paths).contains(&"unsupported"), "{:?}", ends(&paths));
    let source = "
#include <stdlib.h>
int f(char *s) {
    if (s[0] < '0' || s[0] > '9' || s[1] != '.' || s[2] < '0' || s[2] > '9') return 0;
    s[3] = 0;
    double x = atof(s);
    if (x < 0 || x > 9.9) abort();
    if (x * 10 != (s[0] - '0') * 10 + (s[2] - '0')) abort();
    char *end;
    if (strtod(s, &end) != x || end != s + 3) abort();
    if (strtol(s, &end, 10) != s[0] - '0' || end != s + 1) abort();
    return 0;
}";
    never_aborts(source, &[Given::Array(Type::Int(8), 4)]);
}

#[test]
fn integers_and_characters_are_written_to_text() {
    let source = "
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int f(int n, unsigned char u, char c) {
    char text[40], shorter[4];
    if (n < -12 || n > 105) return 0;
    int length = sprintf(text, \"<%d|%s|%x%%%c>\", n, \"known\", u, c);
    if (length != (int)strlen(text) && c) abort();
    if (atoi(text + 1) != n) abort();
    char *hex = strchr(text, '|') + 7;
    if (strtol(hex, 0, 16) != u) abort();
    if (text[length - 2] != c) abort();
    if (snprintf(shorter, sizeof shorter, \"%d%d\", n, 77) != length - 10 - (u > 0xf)) abort();
    return strlen(shorter) > 3;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any, Given::Any]);
    assert_eq!(summary.missed, Vec::<String>::new());
    assert!(ends(&paths).iter().all(|&end| end == "returned"), "{:?}", ends(&paths));
    let source = "
#include <stdio.h>
int f(double x) { char text[40]; return sprintf(text, \"%f\", x); }";
    // Of numbers with so many digits that the text does not have the room, only some are followed.
    let (paths, _) = explored(source, &[Given::Any]);
    let mut ends = ends(&paths);
    ends.dedup();
    assert_eq!(ends, ["memory", "returned", "unsupported"]);
}

#[test]
fn arguments_beyond_the_parameters_may_be_symbolic() {
    let source = "
#include <stdarg.h>
#include <stdlib.h>
static double total(int count, ...) {
    va_list list, again;
    double sum = 0;
    va_start(list, count);
    va_copy(again, list);
    for (int i = 0; i < count; i++) sum += i % 2 ? (double)va_arg(list, int) : va_arg(list, double);
    if (va_arg(again, double) != 1.5) sum = 0;
    va_end(again);
    va_end(list);
    return sum;
}
int f(double x, int n) {
    if (n < 0 || n > 9 || x != 1.5) return 0;
    // More floats than there are registers for them.
    double many = total(18, x, n, 0.0, 0, 0.0, 0, 0.0, 0, 0.0, 0, 0.0, 0, 0.0, 0, 0.0, 0, x, n);
    if (many != 3 + 2 * n) abort();
    if (total(2, x, n) == 5.5) return 7;
    return 0;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert_eq!(summary.missed, Vec::<String>::new());
    assert!(ends(&paths).iter().all(|&end| end == "returned"), "{:?}", ends(&paths));
    let results: Vec<&End> = paths.iter().map(|path| &path.end).collect();
    assert!(results.contains(&&End::Returned(vec![7])), "{results:?}");
}

#[test]
fn programs_ask_for_inputs_as_klee_has_them() {
    let source = "
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int f(void) {
    double a[2];
    klee_make_symbolic(a, sizeof a, \"pair\");
    klee_assume(a[0] > 1 && a[0] < 2);
    double b = __VERIFIER_nondet_double();
    if (a[0] * 2 == b && b > 3.5) reach_error();
    return 0;
}";
    let (paths, summary) = explored(source, &[]);
    let failed: Vec<&Path> =
        paths.iter().filter(|path| matches!(path.end, End::Stopped(PathEnd::AssertionFailed(_)))).collect();
    assert_eq!(failed.len(), 1, "{paths:?}");
    assert_eq!(failed[0].inputs[0].name, "pair");
    let first = f64::from_bits(failed[0].inputs[0].elements[0] as u64);
    let second = f64::from_bits(failed[0].inputs[1].elements[0] as u64);
    assert!(first * 2.0 == second && second > 3.5);
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn values_that_a_program_asks_for_are_those_of_its_path() {
    let source = "
#include <stdlib.h>
int klee_get_value_i32(int);
int f(int n) {
    if (n < 3 || n > 5) return 0;
    int known = klee_get_value_i32(n);
    if (known != n) abort();
    return known;
}";
    let (paths, summary) = explored(source, &[Given::Any]);
    let mut returned: Vec<_> = paths.iter().map(|path| path.end.clone()).collect();
    returned.sort_by_key(|end| format!("{end:?}"));
    returned.dedup();
    assert_eq!(returned, [0, 3, 4, 5].map(|value| End::Returned(vec![value])));
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn tokens_and_spans_of_symbolic_text_are_those_of_the_library() {
    let source = "
#include <string.h>
#include <stdlib.h>
int f(char *text) {
    text[3] = 0;
    size_t spaces = strspn(text, \" \\t\"), other = strcspn(text, \",;\");
    char *mark = strpbrk(text, \"!?\");
    if (mark && *mark != '!' && *mark != '?') abort();
    if (other < 3 && text[other] && text[other] != ',' && text[other] != ';') abort();
    int count = 0;
    for (char *token = strtok(text, \", \"); token; token = strtok(0, \", \")) {
        if (!*token || strchr(token, ',')) abort();
        count++;
    }
    if (count > 2) abort();
    return 100 * count + 10 * (int)spaces + (mark != 0);
}";
    never_aborts(source, &[Given::Array(Type::Int(8), 4)]);
    let source = "
#include <string.h>
#include <strings.h>
#include <stdlib.h>
int f(char *text) {
    text[3] = 0;
    char *last = strrchr(text, 'a'), *part = strstr(text, \"ab\");
    if (strrchr(text, 0) != text + strlen(text)) abort();
    if (part && (!last || last < part || part[1] != 'b')) abort();
    if (!strcasecmp(text, \"Ab\") && (text[2] || (text[0] | 32) != 'a' || (text[1] | 32) != 'b')) abort();
    return (last ? (int)(last - text) : 7) + 10 * (part ? (int)(part - text) : 7) + (strcasecmp(text, \"x\") == 0);
}";
    never_aborts(source, &[Given::Array(Type::Int(8), 4)]);
}

#[test]
fn a_random_number_of_a_seed_that_is_open_is_not_known() {
    // The interpreter holds some bytes where the executor has terms: they are not the seed.
    let source = |seed: &str| {
        format!(
            "
#include <stdlib.h>
int f(unsigned n) {{
    unsigned seed = {seed};
    int first = rand_r(&seed);
    unsigned again = 7;
    return first == rand_r(&again);
}}"
        )
    };
    for seed in ["n", "n & 1 ? 7 : 9", "n ^ 7"] {
        let (paths, _) = explored(&source(seed), &[Given::Any]);
        let returned = |value: u128| paths.iter().any(|path| path.end == End::Returned(vec![value]));
        let [differs, is_same] = [returned(0), returned(1)];
        assert_eq!(differs, is_same, "{seed}: {paths:?}");
        assert!(is_same || ends(&paths).contains(&"unsupported"), "{seed}: {paths:?}");
    }
    let (paths, summary) = explored(&source("7"), &[Given::Any]);
    assert_eq!(paths.iter().map(|path| path.end.clone()).collect::<Vec<_>>(), [End::Returned(vec![1])]);
    assert_eq!(summary.missed, Vec::<String>::new());
}
