//! `ulpwise test`: programs that ask for inputs, followed along all their paths.

use crate::common::{Finished, ulpwise};
use serde_json::Value;

/// Runs `ulpwise test` on a program.
fn tested(name: &str, source: &str, arguments: &[&str]) -> Finished {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, source).unwrap();
    ulpwise(&[&["test", file.to_str().unwrap()], arguments].concat())
}

fn json(finished: &Finished) -> Value {
    serde_json::from_str(&finished.stdout).unwrap_or_else(|error| panic!("{error}: {finished:?}"))
}

/// The kinds and lines of the findings, in order of the lines.
fn failures(document: &Value) -> Vec<(String, u64)> {
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
