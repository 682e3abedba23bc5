//! `ulpwise test`: programs that ask for inputs, followed along all their paths.

use crate::common::{Finished, ulpwise};
use serde_json::Value;

/// Runs `ulpwise test` on a program.
pub(crate) fn tested(name: &str, source: &str, arguments: &[&str]) -> Finished {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, source).unwrap();
    ulpwise(&[&["test", file.to_str().unwrap()], arguments].concat())
}

pub(crate) fn json(finished: &Finished) -> Value {
    serde_json::from_str(&finished.stdout).unwrap_or_else(|error| panic!("{error}: {finished:?}"))
}

/// The kinds and lines of the findings, in order of the lines.
pub(crate) fn failures(document: &Value) -> Vec<(String, u64)> {
    let findings = document["findings"].as_array().unwrap();
    let mut failures: Vec<(String, u64)> = findings
        .iter()
        .map(|finding| {
            let line = finding["location"]["line"].as_u64().unwrap();
            (finding["kind"].as_str().unwrap().to_owned(), line)
        })
        .collect();
    failures.sort_by_key(|(_, line)| *line);
    failures
}

#[test]
fn a_program_for_klee_is_followed_along_all_its_paths() {
    let source = "#include <klee/klee.h>
#include <assert.h>
int main(int argc, char **argv) {
    double x[2];
    klee_make_symbolic(x, sizeof x, \"x\");
    klee_assume(x[0] > 0 && x[1] > 0);
    if (x[0] * x[1] == 0)
        assert(argc == 1 && argv[0][0] == 'p' && argv[1] == 0);
    klee_assert(x[0] + x[1] > 0);
    assert(x[0] * x[1] > 0);
    return 0;
}";
    let finished = tested("program.c", source, &["--json"]);
    let document = json(&finished);
    assert_eq!(failures(&document), [("assert".to_owned(), 10)], "{finished:?}");
    assert_eq!((finished.code, &document["exhaustive"]), (Some(1), &Value::Bool(true)), "{finished:?}");
    assert_eq!(document["verdict"], "fails");
    assert_eq!(document["findings"][0]["inputs"][0]["name"], "x");
}

#[test]
fn a_program_for_sv_comp_is_proven_safe() {
    let source = "extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main() {
    float x = __VERIFIER_nondet_float();
    if (x * x < 0) reach_error();
    return x > 1;
}";
    let finished = tested("program.c", source, &[]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.ends_with("all paths explored; no failure found\n"), "{finished:?}");
}

#[test]
fn what_cannot_be_followed_takes_the_claim_of_safety_away() {
    let source = "#include <ulpwise.h>
void elsewhere(double);
int main() {
    double x = __VERIFIER_nondet_double();
    if (x > 1) elsewhere(x);
    return 0;
}";
    let finished = tested("program.c", source, &["--json"]);
    let document = json(&finished);
    assert_eq!(document["verdict"], "unknown", "{finished:?}");
    assert_eq!(document["paths"]["unsupported"], 1);
    assert_eq!(document["obstacles"][0]["kind"], "unknown-function");
    assert_eq!(document["obstacles"][0]["location"]["line"], 5);
    assert_eq!(finished.code, Some(0));
}

#[test]
fn the_users_own_headers_come_first() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ulpwise.h"), "#define MINE 1\n").unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, "#include <ulpwise.h>\nint main() { return MINE - 1; }\n").unwrap();
    let flags = format!("-I'{}'", folder.path().display());
    let finished = ulpwise(&["test", file.to_str().unwrap(), "--cflags", &flags]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
}

#[test]
fn a_program_without_main_is_bad_input() {
    let finished = tested("program.c", "int f(void) { return 0; }", &[]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("no function `main`"), "{finished:?}");
}

/// A program whose failures need a sanitizer, or a trap, to be seen natively.
const BAD_ACCESSES: &str = "#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    int i, d;
    double a[4] = {1, 2, 3, 4};
    klee_make_symbolic(&i, sizeof i, \"i\");
    klee_make_symbolic(&d, sizeof d, \"d\");
    klee_assume(i >= 0 && i <= 4);
    double *p = malloc(16);
    p[0] = 1;
    if (d == 7) free(p);
    if (i == 2) i = 8 / d;
    double y = p[0];
    return a[i & 7] > y;
}";

#[test]
fn bad_accesses_are_confirmed_by_running_the_program() {
    let document = json(&tested("program.c", BAD_ACCESSES, &["--json"]));
    let expected = [("int-divide-by-zero", 12), ("use-after-free", 13), ("memory", 14)];
    assert_eq!(failures(&document), expected.map(|(kind, line)| (kind.to_owned(), line)), "{document}");
    for finding in document["findings"].as_array().unwrap() {
        assert_eq!(finding["confirmed"], true, "{finding}");
    }
}

#[test]
fn undefined_operations_and_values_are_confirmed_too() {
    let source = "#include <ulpwise.h>
int main(void) {
    float x = __VERIFIER_nondet_float();
    int n = __VERIFIER_nondet_int(), table[2];
    if (n == 1) return (int)x;
    if (n > 1) return 1 << n;
    table[0] = 4;
    if (n == -7 && table[1] == 5) return 1;
    return table[0];
}";
    let document = json(&tested("program.c", source, &["--json"]));
    let expected = [("int-conversion", 5), ("overflowing-shift", 6), ("uninitialised-read", 8)];
    assert_eq!(failures(&document), expected.map(|(kind, line)| (kind.to_owned(), line)), "{document}");
    for finding in document["findings"].as_array().unwrap() {
        assert_eq!(finding["confirmed"], true, "{finding}");
    }
}

#[test]
fn what_does_not_happen_natively_is_no_failure() {
    // The executor says of any value that depends on inputs that it is symbolic; on a machine the
    // run time decides, and says yes always.
    let source = "#include <klee/klee.h>
#include <assert.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, \"x\");
    assert(x != 3 || klee_is_symbolic(12));
    return 0;
}";
    let finished = tested("program.c", source, &["--json"]);
    let document = json(&finished);
    assert_eq!((&document["verdict"], finished.code), (&Value::from("unknown"), Some(0)), "{finished:?}");
    assert_eq!(document["findings"][0]["confirmed"], false);
    assert!(document["findings"][0]["unconfirmed_because"].is_string());
}

/// A path that fails is not a success because the program that would confirm it cannot be linked:
/// paths do not come to the call of what is defined nowhere.
#[test]
fn a_failure_that_cannot_be_confirmed_is_said_with_the_reason_and_no_success() {
    let source = "#include <ulpwise.h>
#include <assert.h>
extern double defined_nowhere(double);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 2 && x < 1) return defined_nowhere(x) > 0;
    assert(x != 3.5);
    return 0;
}";
    let finished = tested("program.c", source, &["--json"]);
    let document = json(&finished);
    assert_eq!((&document["verdict"], finished.code), (&Value::from("unknown"), Some(1)), "{finished:?}");
    let finding = &document["findings"][0];
    assert_eq!((&finding["kind"], &finding["confirmed"]), (&Value::from("assert"), &Value::from(false)));
    let reason = finding["unconfirmed_because"].as_str().unwrap();
    assert!(reason.contains("cannot be built") && reason.contains("defined_nowhere"), "{reason}");

    let text = tested("program.c", source, &[]);
    assert_eq!(text.code, Some(1), "{text:?}");
    assert!(text.stdout.contains("1 unconfirmed failure found"), "{}", text.stdout);
    assert!(!text.stdout.contains("no failure found"), "{}", text.stdout);
    // Coverage cannot be measured either; what was found is reported all the same.
    let covered = tested("program.c", source, &["--coverage"]);
    assert_eq!(covered.code, Some(1), "{covered:?}");
    assert!(covered.stdout.contains("1 unconfirmed failure found"), "{}", covered.stdout);
    assert!(covered.stderr.contains("what the tests cover was not measured"), "{}", covered.stderr);
    // An access out of bounds is confirmed by a sanitizer's program, which cannot be linked either.
    let memory = source.replace("assert(x != 3.5);", "int a[4] = {0}; return a[x == 3.5 ? 7 : 0];");
    let memory = tested("program.c", &memory, &["--json"]);
    let document = json(&memory);
    assert_eq!(memory.code, Some(1), "{memory:?}");
    let reason = document["findings"][0]["unconfirmed_because"].as_str().unwrap();
    assert!(reason.contains("sanitizers") && reason.contains("defined_nowhere"), "{reason}");
    // The user may say that nothing makes the exit code 1.
    assert_eq!(tested("program.c", source, &["--fail-on", "never"]).code, Some(0));
}

#[test]
fn each_path_becomes_a_test_that_compiles_and_coverage_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let tests = folder.path().join("tests");
    let file = folder.path().join("program.c");
    let source = "extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1) {
        if (x < 1.5) reach_error();
        return 3;
    }
    return 4;
}";
    std::fs::write(&file, source).unwrap();
    let finished = ulpwise(&["test", file.to_str().unwrap(), "--json", "-o", tests.to_str().unwrap()]);
    let document = json(&finished);
    assert_eq!(document["tests"], 3, "{finished:?}");
    assert_eq!(document["coverage"]["branches"], serde_json::json!({ "covered": 4, "total": 4 }));
    let lcov = std::fs::read_to_string(tests.join("coverage.info")).unwrap();
    assert!(lcov.contains("BRH:4"), "{lcov}");
    let mut codes = Vec::new();
    for number in 1..=3 {
        let ktest = std::fs::read(tests.join(format!("test{number:06}.ktest"))).unwrap();
        assert!(ktest.starts_with(b"KTEST\0\0\0\x03"), "{ktest:?}");
        let program = folder.path().join("program");
        let driver = tests.join(format!("test{number:06}.c"));
        let compiled =
            std::process::Command::new("cc").arg(&file).arg(driver).arg("-o").arg(&program).status().unwrap();
        assert!(compiled.success());
        codes.push(std::process::Command::new(&program).status().unwrap().code().unwrap());
    }
    codes.sort_unstable();
    assert_eq!(codes, [1, 3, 4]);
}

/// Functions to begin with.
const FUNCTIONS: &str = "#include <assert.h>
typedef struct { double re, im; int n; } number;
enum kind { FIRST = 3, SECOND = 7 };
struct matrix { double m[4]; };
double pick(number z, enum kind k, _Bool b, number *d) {
    assert(k != 5 && b <= 1);
    if (z.re > 3 && z.n == 17) assert(z.im != 2.5);
    assert(d->re != 1 || d->n != 4);
    return z.re;
}
double square(double x, double y) { assert(x * x < 17); return y; }
double trace(struct matrix b) { assert(b.m[0] + b.m[3] != 5); return b.m[0]; }
double sum(const float *v, unsigned n) {
    double s = 0;
    for (unsigned i = 0; i < n; i++) s += v[i];
    return s;
}
int callback(int (*f)(int)) { return f(1); }
int main(void) { return 0; }
";

#[test]
fn functions_are_tested_with_arguments_made_for_them() {
    let document = json(&tested("program.c", FUNCTIONS, &["--json", "--fn", "pick"]));
    assert_eq!(failures(&document), [("assert".to_owned(), 7), ("assert".to_owned(), 8)], "{document}");
    assert_eq!(
        (&document["verdict"], &document["exhaustive"]),
        (&"fails".into(), &true.into()),
        "{document}"
    );
    let document = json(&tested("program.c", FUNCTIONS, &["--json", "--fn", "trace"]));
    assert_eq!(document["verdict"], "fails", "{document}");
    // Four elements, of which the last is the one before the last that is read.
    let document = json(&tested("program.c", FUNCTIONS, &["--json", "--fn", "sum", "--range", "n=0..5"]));
    assert_eq!(failures(&document), [("memory".to_owned(), 15)], "{document}");
    assert_eq!(document["verdict"], "fails", "an access beyond an argument is seen natively: {document}");
    let lengths = ["--json", "--fn", "sum", "--range", "n=0..5", "--len", "v=5"];
    assert_eq!(json(&tested("program.c", FUNCTIONS, &lengths))["verdict"], "safe");
}

#[test]
fn assumptions_are_written_in_c() {
    let all = ["--json", "--fn", "square", "--range", "y=0..16", "--assume", "x * x < y"];
    assert_eq!(json(&tested("program.c", FUNCTIONS, &all))["verdict"], "safe");
    let none = json(&tested("program.c", FUNCTIONS, &["--json", "--fn", "square", "--range", "x=finite"]));
    assert_eq!(none["verdict"], "fails");
    let wrong = tested("program.c", FUNCTIONS, &["--fn", "square", "--assume", "x <"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.stderr.contains("--assume 'x <' does not compile"), "{wrong:?}");
    assert!(
        !wrong.stderr.contains("ulpwise-assum"),
        "no file is named that the user did not write: {wrong:?}"
    );
}

#[test]
fn what_cannot_be_made_up_is_refused_by_name() {
    for (arguments, words) in [
        (&["--fn", "callback"][..], "parameter f: it is a pointer to a function"),
        (&["--fn", "sum", "--len", "w=3"], "--len w"),
        (&["--fn", "sum", "--len", "n=3"], "--len n: it is not a pointer"),
        (&["--fn", "sum", "--range", "q=0..1"], "has no input q"),
        (&["--fn", "sum", "--range", "n=low..high"], "--range n=low..high"),
        (&["--range", "x=0..1"], "`main` says itself"),
        (&["--fn", "sum", "--argv", "2"], "only `main` has an argv"),
    ] {
        let finished = tested("program.c", FUNCTIONS, arguments);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(words), "{words}: {finished:?}");
    }
}

#[test]
fn the_arguments_of_main_may_be_any_characters() {
    let source = "#include <assert.h>
int main(int argc, char **argv) {
    if (argc == 2 && argv[1][0] == 'x' && argv[1][1] == 'y' && argv[1][2] == 0)
        assert(0);
    return 0;
}";
    let document = json(&tested("program.c", source, &["--json", "--argv", "1", "--argv-length", "3"]));
    assert_eq!(failures(&document), [("assert".to_owned(), 4)], "{document}");
    assert_eq!(document["verdict"], "fails");
    let reported = tested("program.c", source, &["--argv", "1", "--argv-length", "3"]);
    assert!(reported.stdout.contains("with argv[1] = \"xy\"\n"), "{reported:?}");
}

#[test]
fn signed_overflow_is_a_failure_for_who_asks() {
    let source = "#include <ulpwise.h>
int main(void) {
    int n = __VERIFIER_nondet_int(), m = 3;
    m -= n;
    if (n < 0) n = -n;
    return n + m > 5;
}";
    let finished = tested("program.c", source, &["--json", "--signed-overflow"]);
    let document = json(&finished);
    let expected = [("signed-overflow", 4), ("signed-overflow", 6)];
    assert_eq!(failures(&document), expected.map(|(kind, line)| (kind.to_owned(), line)), "{finished:?}");
    for finding in document["findings"].as_array().unwrap() {
        assert_eq!(finding["confirmed"], true, "{finding}");
    }
    assert_eq!(tested("program.c", source, &[]).code, Some(0), "without the option it is none");
    let refused = tested("program.f90", "end program", &["--signed-overflow"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

#[test]
fn failures_of_static_functions_are_confirmed() {
    let source = "#include <assert.h>
static int hidden(int n) { static int calls; calls++; assert(n != 7); return n; }
int shown(void) { return hidden(1); }";
    let finished = tested("program.c", source, &["--json", "--fn", "hidden"]);
    let document = json(&finished);
    assert_eq!(failures(&document), [("assert".to_owned(), 2)], "{finished:?}");
    assert_eq!((&document["findings"][0]["confirmed"], finished.code), (&Value::Bool(true), Some(1)));
}

/// The steps that a test of a static function gives in its first lines.
#[test]
fn tests_of_static_functions_are_compiled_as_they_say() {
    let source = "static int hidden(int n) { return 100 / (n - 7); }
int shown(void) { return hidden(1); }";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("program.c"), source).unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let finished = ulpwise(&["test", &at("program.c"), "--fn", "hidden", "-o", &at("tests")]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let test = std::fs::read_to_string(folder.path().join("tests/test000001.c")).unwrap();
    let steps = "cc -c program.c; objcopy --globalize-symbol=NAME program.o; cc program.o THIS_FILE -lm";
    assert!(test.contains(steps), "{test}");
    let shell = |line: &str| {
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", line]).current_dir(folder.path()).output().expect("bash starts").status
    };
    let mut failed = 0;
    for number in 1..=2 {
        let file = format!("tests/test{number:06}.c");
        let line = steps.replace("NAME", "hidden").replace("THIS_FILE", &file).replace(';', " &&");
        assert!(shell(&format!("{line} -o a.out")).success(), "{line}");
        failed += usize::from(!shell("./a.out").success());
    }
    assert_eq!(failed, 1, "one of two tests divides by zero");
}

#[test]
fn integers_are_shown_as_such() {
    let source = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { assert(__VERIFIER_nondet_int() != 1065353216); return 0; }";
    let finished = tested("program.c", source, &[]);
    assert!(finished.stdout.contains("with int0 = 1065353216\n"), "{finished:?}");
}
