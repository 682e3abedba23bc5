//! Small C programs, explored: every path that is told is taken again by the interpreter on the inputs that were told, to the same end.

use ulpwise_engines::{Choice, Options as EngineOptions, host_libm};
use ulpwise_exec::{End, Executor, Given, Options, Path, Summary};
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
    let mut executor = Executor::new(&program, &mut *solver, &host_libm, Options::default());
    let summary = executor.explore(function, given, &mut |path| paths.push(path)).expect("f can be entered");
    assert_eq!(summary.paths, paths.len() as u64);
    for path in &paths {
        take_again(&program, function, given, path);
    }
    (paths, summary)
}

/// Runs the function on the inputs of a path, where these are arguments, and compares the ends.
fn take_again(program: &Program<'_>, function: ulpwise_ir::FunctionId, given: &[Given], path: &Path) {
    if matches!(path.end, End::Stopped(PathEnd::Unsupported(_))) {
        return;
    }
    if path.inputs.len() != given.iter().filter(|given| !matches!(given, Given::Bits(_))).count() {
        return;
    }
    let mut interpreter = Interpreter::new(program, ulpwise_interp::Options::default());
    let mut inputs = path.inputs.iter();
    let mut raw = Vec::new();
    let types = program.module().functions[function].parameters.clone();
    for (given, ty) in given.iter().zip(types) {
        let bits = match given {
            Given::Bits(bits) => *bits,
            Given::Object(_) => return,
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
            End::Stopped(end) => end.id(),
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
int f(double x) {
    double y = fabs(x);
    if (y < 0) abort();
    if (y <= 1e100 && sqrt(y * y) != y && y > 1e-100) abort();
    return isnan(y) != 0;
}";
    let (paths, _) = explored(source, &[Given::Any]);
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

#[test]
fn flags_after_symbolic_operations_are_not_guessed() {
    let source = "
#include <fenv.h>
int f(double x) { double y = x / 3; return fetestexcept(FE_INEXACT) != 0 && y > 0; }";
    let (paths, _) = explored(source, &[Given::Any]);
    assert_eq!(ends(&paths), ["unsupported"]);
}
