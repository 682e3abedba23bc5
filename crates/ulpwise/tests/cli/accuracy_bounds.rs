//! Bounds of `ulpwise accuracy`: under assumptions, of inexact inputs, over branches that rounding may
//! decide, and as scripts for Gappa.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = "\
double inverse(double x, double y) { return 1 / (y - x); }
double triple(double x) { return 3 * x; }
double folded(double x) { double y = x * x; return y < 2 ? y : 4 - y; }
double step(double x) { double y = x * x; return y < 2 ? 0 : 1; }
double part(double x) { return x - (int)x; }
double saw(double x) { int n = (int)(x * 10); return x - n * 0.1; }
int checked(double x, double *y) { if (x < 0) { *y = 1e10 * x / 3; return 1; } *y = x + 1; return 0; }
double doppler(double u, double v, double T) {
    double t1 = 331.4 + 0.6 * T;
    return -t1 * v / ((t1 + u) * (t1 + u));
}
double logarithm(double x) { return __builtin_log(x); }
double hole(double x) { double v[2]; v[0] = 1; return x * 3 + v[1]; }
double gap(double x) { double y; if (x > 1.5) y = 1; return x * 3 + y; }
struct padded { char c; double d; };
static struct padded made(double d) { struct padded p; p.c = 1; p.d = d; return p; }
double padding(double x) { struct padded p = made(x), q = p; return q.d * 3; }
double copied(double x) { double v[2], w[2]; v[0] = x; __builtin_memcpy(w, v, sizeof w); return x * 3 + w[1]; }
double filled(double x) { double v[3] = {0}; v[0] = x; return v[0] * 3 + v[2]; }
";

fn run(folder: &Path, function: &str, more: &[&str]) -> Finished {
    let file = folder.join("p.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let start = ["accuracy", file.to_str().unwrap(), "--fn", function];
    ulpwise(&[&start[..], more].concat())
}

fn document(function: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let quick = ["--calls", "400", "--symbolic", "0", "--timeout", "60", "--json"];
    let finished = run(folder.path(), function, &[&quick, more].concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"))
}

fn absolute(document: &Value) -> f64 {
    document["bound"]["absolute"].as_f64().unwrap_or_else(|| panic!("{}", document["bound"]))
}

fn numbers(finding: &Value) -> Vec<f64> {
    let inputs = finding["inputs"].as_array().unwrap();
    inputs.iter().map(|input| input["values"][0].as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn what_is_assumed_holds_of_inputs_and_of_bounds() {
    let ranges = ["--range", "x=0..1", "--range", "y=0..3"];
    let without = document("inverse", &ranges);
    assert!(without["bound"]["refused"].is_string(), "{without}");
    let assumed = document("inverse", &[&ranges[..], &["--assume", "y - x >= 0.5"]].concat());
    assert!(absolute(&assumed) < 1e-14, "{assumed}");
    for finding in assumed["findings"].as_array().unwrap() {
        let [x, y] = numbers(finding)[..] else { panic!("{finding}") };
        assert!(y - x >= 0.5, "{finding}");
    }
}

#[test]
fn assumptions_that_cannot_be_met_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (condition, sentence) in [("x > 2", "no input satisfies"), ("x <", "--assume"), ("z > 1", "--assume")]
    {
        let finished = run(folder.path(), "triple", &["--range", "x=0..1", "--assume", condition]);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(sentence), "{finished:?}");
    }
    let finished = run(folder.path(), "triple", &["--input-error", "z=1"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("no such float"), "{finished:?}");
    let finished = run(folder.path(), "triple", &["--input-error", "x=-1"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
}

#[test]
fn inexact_inputs_are_part_of_bounds() {
    let exact = document("triple", &["--range", "x=1..2"]);
    assert!(absolute(&exact) < 1e-15, "{exact}");
    let inexact = document("triple", &["--range", "x=1..2", "--input-error", "x=1e-6"]);
    let bound = absolute(&inexact);
    assert!((3e-6..3.01e-6).contains(&bound), "{bound:e}");
    let relative = inexact["bound"]["relative"].as_f64().unwrap();
    assert!((1e-6..1.01e-6).contains(&relative), "{relative:e}");
    let constant = document("triple", &["--range", "x=2..2", "--input-error", "x=1e-6"]);
    assert!((3e-6..3.01e-6).contains(&absolute(&constant)), "{constant}");
}

#[test]
fn branches_that_rounding_may_decide_are_as_far_apart_as_their_results() {
    let folded = document("folded", &["--range", "x=1..1.9"]);
    assert!(absolute(&folded) < 1e-9, "both branches meet: {}", folded["bound"]);
    let step = document("step", &["--range", "x=1..2"]);
    assert!((1.0..1.01).contains(&absolute(&step)), "{}", step["bound"]);
    let part = document("part", &["--range", "x=0.5..3.5"]);
    assert!(absolute(&part) < 1e-15, "the input is exact: {}", part["bound"]);
    let saw = document("saw", &["--range", "x=0.05..0.95"]);
    assert!((0.0999..0.11).contains(&absolute(&saw)), "{}", saw["bound"]);
}

#[test]
fn calls_that_fail_have_no_part_in_bounds() {
    let counted = document("checked", &["--range", "x=-1..1", "--output", "y"]);
    assert!(absolute(&counted) < 1e-15, "{}", counted["bound"]);
    let all = document("checked", &["--range", "x=-1..1", "--output", "y", "--success", "any"]);
    assert!(absolute(&all) > 1e-8, "{}", all["bound"]);
}

#[test]
fn what_nothing_has_written_has_no_bound() {
    for function in ["hole", "gap", "copied"] {
        let document = document(function, &["--range", "x=1..2"]);
        assert!(document["bound"]["refused"].is_string(), "{function}: {}", document["bound"]);
    }
    for function in ["padding", "filled"] {
        let document = document(function, &["--range", "x=1..2"]);
        assert!(absolute(&document) < 1e-15, "{function}: {}", document["bound"]);
    }
}

#[test]
fn a_success_that_no_call_has_is_refused_before_anything_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    for condition in ["return == 7", "return < 0"] {
        let finished = run(folder.path(), "checked", &["--success", condition]);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains("no call of `checked` succeeds so"), "{finished:?}");
        assert!(finished.stderr.contains("it returns 0, 1"), "{finished:?}");
    }
}

#[test]
fn gappa_proves_what_is_written_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let ranges = ["--range", "u=-100..100", "--range", "v=20..20000", "--range", "T=-30..50"];
    for more in [&[][..], &["--input-error", "u=1e-7"]] {
        let finished = run(folder.path(), "doppler", &[&ranges[..], &["--emit", "gappa"], more].concat());
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(finished.stdout.contains("= double("), "{finished:?}");
        let gappa = Command::new("gappa").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut gappa) = gappa else {
            #[expect(clippy::print_stderr, reason = "a skipped test says so")]
            {
                eprintln!("skipped: gappa is not installed");
            }
            return;
        };
        gappa.stdin.take().unwrap().write_all(finished.stdout.as_bytes()).unwrap();
        let proven = gappa.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&proven.stderr);
        assert!(proven.status.success() && !said.contains("not"), "{said}\n{}", finished.stdout);
    }
    for (function, range, sentence) in
        [("logarithm", "x=1..2", "log is nothing that Gappa knows"), ("folded", "x=1..2", "straight-line")]
    {
        let finished = run(folder.path(), function, &["--range", range, "--emit", "gappa"]);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(sentence), "{finished:?}");
    }
}
