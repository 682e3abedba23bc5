//! `ulpwise run --native`: the same call as machine code, beside the interpreter.

use crate::common::{Finished, ulpwise};

const PROGRAM: &str = "
#include <math.h>
#include <stdlib.h>
double quotient(double x, int n) { return log(x) / (n - 3); }
double stop(double x) { double y = 1.0 / x; abort(); return y; }
";

fn run(arguments: &[&str]) -> Finished {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, PROGRAM).unwrap();
    ulpwise(&[&["run", file.to_str().unwrap(), "--native"], arguments].concat())
}

#[test]
fn results_and_exceptions_agree() {
    let finished = run(&["--fn", "quotient", "--args=-1,3"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("1 invalid"), "{finished:?}");
    assert!(finished.stdout.ends_with("natively: the same result and the same exceptions\n"), "{finished:?}");
}

#[test]
fn a_call_that_aborts_is_not_said_to_have_a_result() {
    let finished = run(&["--fn", "stop", "--args", "0"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let said = "natively: signal 6 ended it too, after the same exceptions\n";
    assert!(finished.stdout.ends_with(said), "{finished:?}");
}

#[test]
fn a_file_to_link_that_is_missing_is_refused_before_anything_runs() {
    let finished = run(&["--fn", "quotient", "--args", "1,2", "--link", "nowhere.so"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert_eq!(finished.stdout, "", "{finished:?}");
    assert!(finished.stderr.contains("--link nowhere.so: there is no such file"), "{finished:?}");
}

#[test]
fn rust_agrees_too() {
    let call = ["run", "examples/horner.rs", "--native", "--fn", "evaluate", "--args", "[1,0,1e300]", "1e10"];
    let finished = ulpwise(&call);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("overflow"), "{finished:?}");
    assert!(finished.stdout.ends_with("natively: the same result and the same exceptions\n"), "{finished:?}");
}
