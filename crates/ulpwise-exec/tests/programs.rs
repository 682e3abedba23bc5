//! Small C programs, explored: every path that is told is taken again by the interpreter on the inputs that were told, to the same end.

use ulpwise_engines::{Choice, Options as EngineOptions, host_libm};
use ulpwise_exec::{End, Entry, Executor, Given, Options, Path, Summary};
use ulpwise_interp::{Interpreter, PathEnd, Program};
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_llvm::{Input, LoadOptions, load_in_process};

const F32: Type = Type::Float(FloatFormat::F32);
const F64: Type = Type::Float(FloatFormat::F64);

fn compiled(source: &str) -> Module {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("the source is written");
    let input = Input { files: vec![file], ..Input::default() };
    load_in_process(&input, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}")).module
}

/// Explores `f` and takes every path again.
fn explored(source: &str, given: &[Given]) -> (Vec<Path>, Summary) {
    let module = compiled(source);
    let program = Program::new(&module, 1 << 30).expect("it fits");
    let function = module.function_named("f").expect("there is an f");
    let choice = Choice::from_name("portfolio").expect("there is a portfolio");
    let mut solver = choice.make(&EngineOptions::default());
    let mut paths = Vec::new();
    // Long enough for a machine with other things to do.
    let options = Options { question_limit: std::time::Duration::from_secs(600), ..Options::default() };
    let mut executor = Executor::new(&program, &mut *solver, &host_libm, options);
    let entry = Entry::new(function, given.to_vec());
    let summary = executor.explore(&entry, &mut |path| paths.push(path)).expect("f can be entered");
    assert_eq!(summary.paths, paths.len() as u64);
    for path in &paths {
        take_again(&program, function, given, path);
    }
    (paths, summary)
}

/// Runs the function on the inputs of a path, where these are arguments, and compares the ends.
fn take_again(program: &Program<'_>, function: ulpwise_ir::FunctionId, given: &[Given], path: &Path) {
    // Only the executor tells what nobody initialised.
    if matches!(path.end, End::Stopped(PathEnd::Unsupported(_) | PathEnd::UninitialisedRead)) {
        return;
    }
    if program.module().functions.iter().any(|function| function.name.starts_with("klee_")) {
        return;
    }
    if path.inputs.len() != given.iter().filter(|given| !matches!(given, Given::Bits(_))).count() {
        return;
    }
    let mut interpreter = Interpreter::new(program, ulpwise_interp::Options::default());
    interpreter.end_at_undefined();
    let mut inputs = path.inputs.iter();
    let mut raw = Vec::new();
    let types = program.module().functions[function].parameters.clone();
    for (given, ty) in given.iter().zip(types) {
        let bits = match given {
            Given::Bits(bits) => *bits,
            Given::Part(..) | Given::AddressOf(_) => return,
            Given::Any => inputs.next().expect("an input").elements[0],
            Given::Array(ty, count) => {
                let stride = ty.store_bytes().next_power_of_two();
                let memory = &mut interpreter.machine.memory;
                let kind = ulpwise_interp::memory::ObjectKind::Host;
                let address = memory.allocate((stride * count) as u64, kind).expect("room");
                for (at, element) in inputs.next().expect("an input").elements.iter().enumerate() {
                    let place =
                        memory.write(address + (at * stride) as u64, ty.store_bytes()).expect("a place");
                    place.copy_from_slice(&element.to_le_bytes()[..ty.store_bytes()]);
                }
                address.into()
            }
        };
        raw.push(bits as u64);
        if ty.is_wide() {
            raw.push((bits >> 64) as u64);
        }
    }
    match (interpreter.call(function, &raw), &path.end) {
        (Ok(values), End::Returned(told)) => {
            let values: Vec<u128> = values.into_iter().map(u128::from).collect();
            if told.len() == values.len() {
                assert_eq!(&values, told, "{path:?}");
            }
        }
        (Err(stop), End::Stopped(end)) => assert_eq!(stop.end.id(), end.id(), "{path:?}"),
        (outcome, _) => panic!("{outcome:?} instead of {path:?}"),
    }
}

fn ends(paths: &[Path]) -> Vec<&str> {
    let mut ends: Vec<&str> = paths
        .iter()
        .map(|path| match &path.end {
            End::Returned(_) => "returned",
            End::Dropped => "dropped",
            other => other.id(),
        })
        .collect();
    ends.sort_unstable();
    ends
}

#[test]
fn comparisons_of_floats_fork_and_nan_is_a_way_of_its_own() {
    let source = "int f(double x) { if (x < 1.0) return 1; if (x >= 1.0) return 2; return 3; }";
    let (paths, summary) = explored(source, &[Given::Any]);
    let mut returned: Vec<_> = paths.iter().map(|path| path.end.clone()).collect();
    returned.sort_by_key(|end| format!("{end:?}"));
    assert_eq!(returned, [1, 2, 3].map(|value| End::Returned(vec![value])));
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn exact_conditions_are_met_to_the_bit() {
    let source = "
#include <stdlib.h>
int f(double x, float y) {
    if (x + 0.1 == 0.3 && y * y == 2.25f) abort();
    return 0;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn what_cannot_happen_is_not_told() {
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

#[test]
fn bits_survive_unions_and_memcpy() {
    let source = "
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int f(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    union { float f; uint32_t u; } low;
    low.u = (uint32_t)bits;
    if (bits >> 52 == 0x3ff && low.f == 1.5f) abort();
    return 0;
}";
    let (paths, _) = explored(source, &[Given::Any]);
    let aborted = paths.iter().find(|path| path.end == End::Stopped(PathEnd::Abort)).expect("it can abort");
    assert_eq!(aborted.inputs[0].elements[0] & 0xfff0_0000_ffff_ffff, 0x3ff0_0000_3fc0_0000);
}

#[test]
fn arrays_are_read_and_written_at_symbolic_places() {
    let source = "
#include <stdlib.h>
double f(double *a, int i, int j) {
    if (i < 0 || i >= 4) return -1;
    a[i] = 7;
    if (a[j & 3] == 7 && (j & 3) != i && a[0] > 100) abort();
    return a[j & 3];
}";
    let (paths, summary) = explored(source, &[Given::Array(F64, 4), Given::Any, Given::Any]);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn an_index_that_may_leave_its_array_is_told_with_one_that_does() {
    let source = "float f(float *a, unsigned i) { if (i <= 4) return a[i]; return 0; }";
    let (paths, _) = explored(source, &[Given::Array(F32, 4), Given::Any]);
    assert_eq!(ends(&paths), ["memory", "returned", "returned"]);
    let stray = paths.iter().find(|path| matches!(path.end, End::Stopped(_))).expect("one strays");
    assert_eq!(stray.inputs[1].elements, [4]);
}

#[test]
fn loops_switches_calls_and_divisions() {
    let source = "
static int weigh(int kind, int value) {
    switch (kind) {
    case 1: return value / 3;
    case 2: case 5: return 100 / value;
    default: return value;
    }
}
int f(unsigned n, int value) {
    int sum = 0;
    if (n > 3) return -1;
    for (unsigned i = 0; i < n; i++) sum += weigh(i, value);
    return sum;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any]);
    assert_eq!(
        ends(&paths).iter().filter(|end| **end == "int-divide-by-zero").count(),
        1,
        "{:?}",
        ends(&paths)
    );
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn a_call_may_return_a_term_first_and_a_known_value_next() {
    let source = "
static int smaller;
static int compare(double a, double b) {
    if (a < b) {
        smaller++;
        return -1;
    }
    return a > b;
}
int f(double a, double b, double c) {
    int below = 0;
    for (int i = 0; i < 2; i++) below += compare(i ? b : a, c) < 0;
    return 10 * smaller + below;
}";
    let (paths, summary) = explored(source, &[Given::Any, Given::Any, Given::Any]);
    for count in [0, 11, 22] {
        let returned = End::Returned(vec![count]);
        assert!(paths.iter().any(|path| path.end == returned), "{count} is missing: {paths:?}");
    }
    let wrong =
        paths.iter().find(|path| ![0, 11, 22].iter().any(|&count| path.end == End::Returned(vec![count])));
    assert!(wrong.is_none(), "{wrong:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

#[test]
fn long_doubles_are_ten_bytes_in_memory() {
    let source = "
#include <stdlib.h>
#include <string.h>
int f(long double x) {
    unsigned char bytes[16];
    memset(bytes, 0, 16);
    memcpy(bytes, &x, 10);
    if (x == 1.5L && bytes[7] != 0xc0) abort();
    return bytes[9] == 0x3f && x > 1;
}";
    let (paths, _) = explored(source, &[Given::Any]);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
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

/// No path of the program aborts, and all were followed.
fn never_aborts(source: &str, given: &[Given]) {
    let (paths, summary) = explored(source, given);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
    assert!(!ends(&paths).contains(&"unsupported"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

/// Some path of the program aborts.
fn can_abort(source: &str, given: &[Given]) -> Vec<Path> {
    let (paths, _) = explored(source, given);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    paths
}

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
fn values_that_nobody_initialised_are_told_where_they_decide() {
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
fn encodings_that_the_x87_does_not_know_are_nan() {
    let source = "
#include <stdlib.h>
#include <string.h>
int f(unsigned long low, unsigned short high) {
    long double x = 0;
    memcpy(&x, &low, 8);
    memcpy((char *)&x + 8, &high, 2);
    int is_unnormal = (high & 0x7fff) != 0 && !(low >> 63);
    if (is_unnormal && x == x) abort();
    if ((high & 0x7fff) == 0 && low >> 63 && x != x) abort();
    long double pair[2];
    memset(pair, 0x55, sizeof pair);
    pair[0] = x;
    unsigned char *bytes = (unsigned char *)pair;
    for (int i = 10; i < 16; i++) if (bytes[i] != 0x55) abort();
    if (x == 1.0L && bytes[7] != 0x80) abort();
    return x > 1;
}";
    never_aborts(source, &[Given::Any, Given::Any]);
}

#[test]
fn half_and_bfloat_are_followed() {
    let source = "
#include <stdlib.h>
int f(unsigned short bits) {
    _Float16 h;
    __builtin_memcpy(&h, &bits, 2);
    float wide = h;
    if (h == h && (_Float16)wide != h) abort();
    if (h > 60000 && (float)(_Float16)(h + h) < 65504.0f) abort();
    __bf16 b = (__bf16)1.0f;
    __builtin_memcpy(&b, &bits, 2);
    float truncated = (float)b;
    unsigned again;
    __builtin_memcpy(&again, &truncated, 4);
    if (truncated == truncated && again != (unsigned)bits << 16) abort();
    return h > 1;
}";
    never_aborts(source, &[Given::Any]);
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
    assert_eq!(ends(&explored(source, &[Given::Any]).0), ["unsupported"]);
}
