//! `ulpwise accuracy`: errors that are known beforehand, by numbers of calls and not by time.

use crate::common::{Finished, ulpwise};
use serde_json::Value;

const PROGRAM: &str = "crates/ulpwise/tests/programs/inaccurate.c";

/// Runs the command on a function, without symbolic execution.
fn run(function: &str, more: &[&str]) -> Finished {
    let start =
        ["accuracy", PROGRAM, "--fn", function, "--timeout", "600", "--calls", "20000", "--symbolic", "0"];
    ulpwise(&[&start, more].concat())
}

/// Its findings.
fn findings(function: &str, more: &[&str]) -> Vec<Value> {
    let finished = run(function, &[more, &["--json"]].concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    document["findings"].as_array().unwrap().clone()
}

fn of_sort<'f>(findings: &'f [Value], sort: &str) -> &'f Value {
    findings.iter().find(|finding| finding["sort"] == sort).unwrap_or_else(|| panic!("{sort}: {findings:?}"))
}

fn log2(finding: &Value) -> f64 {
    finding["worst"]["error_log2"].as_f64().unwrap()
}

fn numbers(finding: &Value, name: &str) -> Vec<f64> {
    let inputs = finding["inputs"].as_array().unwrap();
    let input = inputs.iter().find(|input| input["name"] == name).unwrap();
    input["values"].as_array().unwrap().iter().map(|value| value.as_str().unwrap().parse().unwrap()).collect()
}

/// The place of the operation that is to blame.
fn guilty(finding: &Value) -> (u64, u64) {
    let place = &finding["guilty"]["place"];
    (place["line"].as_u64().unwrap(), place["column"].as_u64().unwrap())
}

#[test]
fn a_sum_loses_everything_and_the_addition_is_named() {
    let arguments = ["--len", "v=4", "--range", "v=-100..100", "--range", "n=4..4", "--float-inputs"];
    let found = findings("sum", &arguments);
    let worst = of_sort(&found, "inaccurate");
    assert!(log2(worst) > 20.0, "{worst}");
    let values = numbers(worst, "v");
    let computed = values.iter().sum::<f64>();
    assert_eq!(worst["worst"]["computed"].as_str().unwrap().parse(), Ok(computed));
    assert!(
        values.iter().all(|&value| f64::from(value as f32) == value && value.abs() <= 100.0),
        "{values:?}"
    );
    assert_eq!(guilty(worst), (6, 11));
    let explained = worst["explained"].as_f64().unwrap();
    assert!((explained - 1.0).abs() < 1e-6, "{explained}");
    let again = findings("sum", &arguments);
    assert_eq!(found, again, "a number of calls is reproduced");
    assert_ne!(found, findings("sum", &[&arguments[..], &["--seed", "2"]].concat()));
    let random = findings("sum", &[&arguments[..], &["--strategy", "random"]].concat());
    assert!(random.is_empty(), "floats of one magnitude are added exactly: {random:?}");
}

#[test]
fn the_subtraction_and_not_the_function_before_it_is_to_blame() {
    let found = findings("one_minus_cosine", &["--range", "x=1e-8..1"]);
    let worst = of_sort(&found, "inaccurate");
    assert!(log2(worst) > -1e-9, "all digits are gone at 1e-8: {worst}");
    assert_eq!(guilty(worst), (11, 15));
    assert_eq!(worst["guilty"]["role"], "cancellation");
    let shares = worst["shares"].as_array().unwrap();
    assert_eq!(shares[0]["place"]["column"], 17, "the cosine's rounding: {shares:?}");
}

#[test]
fn vectors_and_matrices_behind_pointers_are_made() {
    let vector = |name: &str| {
        [format!("{name}.elements=3"), format!("{name}.elements=-8..8"), format!("{name}.length=3..3")]
    };
    let (a, b) = (vector("a"), vector("b"));
    let found = findings(
        "product",
        &[
            "--len", &a[0], "--len", &b[0], "--range", &a[1], "--range", &b[1], "--range", &a[2], "--range",
            &b[2],
        ],
    );
    let worst = of_sort(&found, "inaccurate");
    let (a, b) = (numbers(worst, "a.elements"), numbers(worst, "b.elements"));
    let computed = a.iter().zip(&b).fold(0.0, |sum, (a, b)| sum + a * b);
    assert_eq!(worst["worst"]["computed"].as_str().unwrap().parse(), Ok(computed));
    assert!(log2(worst) > 0.0, "{worst}");
    let (x, y) = (vector("x"), vector("y"));
    let matrix = ["m.elements=3", "m.elements[]=3"];
    let ranges = ["m.elements=-8..8", "m.rows=3..3", "m.columns=3..3"];
    let mut arguments = vec!["--len", &x[0], "--len", &y[0], "--output", "y.elements"];
    for length in matrix {
        arguments.extend(["--len", length]);
    }
    for range in [&x[1], &x[2], &y[2]].into_iter().map(String::as_str).chain(ranges) {
        arguments.extend(["--range", range]);
    }
    let found = findings("times", &arguments);
    let worst = of_sort(&found, "inaccurate");
    assert!(log2(worst) > -20.0, "{worst}");
    assert!(worst["worst"]["output"].as_str().unwrap().starts_with("*y.elements["), "{worst}");
}

#[test]
fn ways_and_kinds_are_kept_apart_from_errors() {
    let found = findings("another_way", &["--range", "x=1..1e17"]);
    let diverged = of_sort(&found, "diverged");
    assert_eq!(diverged["diverged"].as_array().unwrap().len(), 1, "{diverged}");
    let found = findings("another_kind", &["--range", "x=1..1e200"]);
    let kind = of_sort(&found, "other-kind");
    assert_eq!(kind["differing"][0]["computed"], "inf");
    assert!(findings("exact", &["--range", "x=-1..1"]).is_empty());
}

#[test]
fn what_cannot_be_measured_is_said_in_a_sentence() {
    for (function, arguments, sentence) in [
        ("no_float", &[][..], "`no_float` gives no float or double back"),
        ("exact", &["--output", "y"], "--output y: `exact` gives back no such float"),
        ("exact", &["--range", "x=2..1"], "the first bound lies above the second"),
        (
            "exact",
            &["--range", "x=0.1..0.10000000000000002", "--float-inputs"],
            "no value of x lies in its range",
        ),
        ("endless", &["--call-timeout", "0.005"], "calls of `endless` returned: the first took too long"),
        ("sum", &["--len", "w=3"], "--len w: it has no such parameter"),
    ] {
        let finished = run(function, arguments);
        assert_eq!(finished.code, Some(2), "{function}: {finished:?}");
        assert!(finished.stderr.contains(sentence), "{function}: {}", finished.stderr);
    }
}

/// What is proven, or why nothing is.
fn bound(function: &str, arguments: &[&str]) -> Value {
    let finished = run(function, &[arguments, &["--json"]].concat());
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    document["bound"].clone()
}

#[test]
fn bounds_hold_for_all_inputs_or_are_refused_with_a_reason() {
    let positive = bound("sum", &["--len", "v=4", "--range", "v=0..100", "--range", "n=4..4"]);
    let units = positive["relative"].as_f64().unwrap() * 2f64.powi(53);
    assert!((2.99..3.01).contains(&units), "three additions of positive numbers: {units}");
    let signed = bound("sum", &["--len", "v=4", "--range", "v=-100..100", "--range", "n=4..4"]);
    assert!(signed["relative"].is_null() && signed["absolute"].as_f64().unwrap() < 1e-12, "{signed}");
    for (function, arguments, why) in [
        ("another_kind", &["--range", "x=1..1e200"][..], "a result may overflow"),
        (
            "sum",
            &["--len", "v=4", "--range", "v=0..1", "--range", "n=1..4"],
            "n is an integer that is not a single number",
        ),
    ] {
        let refused = bound(function, arguments)["refused"].as_str().unwrap_or_default().to_owned();
        assert!(refused.contains(why), "{function}: {refused}");
    }
    let branches = bound("another_way", &["--range", "x=1..1e17"]);
    assert!(branches["absolute"].as_f64().is_some_and(|bound| bound > 0.0), "{branches}");
    assert!(bound("exact", &["--range", "x=-1..1", "--boxes", "0"]).is_null());
}

#[test]
fn a_plot_marks_the_worst_case_and_shows_where_nothing_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("error.svg");
    let plot = file.to_str().unwrap();
    let small = ["--boxes", "0", "--plot", plot];
    let drawn = |function: &str, arguments: &[&str]| {
        let finished = run(function, &[&small, arguments].concat());
        assert_eq!(finished.code, Some(0), "{finished:?}");
        std::fs::read_to_string(&file).unwrap()
    };
    let svg = drawn("one_minus_cosine", &["--range", "x=1e-8..1"]);
    assert!(svg.contains("relative error of one_minus_cosine") && svg.contains("class=\"mark\""), "{svg}");
    assert!(svg.contains("x, logarithmic") && svg.contains("<polyline"), "{svg}");
    let svg = drawn("another_kind", &["--range", "x=1..1e200"]);
    assert!(svg.contains(">other kind<"), "results that overflow have no error: {svg}");
    let sum = ["--len", "v=4", "--range", "v=-100..100", "--range", "n=4..4", "--plot-input", "v[2]"];
    let svg = drawn("sum", &sum);
    assert!(svg.contains("v[2] moves, the 3 other inputs are as in the worst case"), "{svg}");
    for (function, arguments, sentence) in [
        ("sum", &["--plot-input", "w"][..], "--plot-input w: `sum` has no such input"),
        ("exact", &["--range", "x=1..1"], "no input of `exact` has more than one value"),
    ] {
        let finished = run(function, &[&small, arguments].concat());
        assert!(finished.code == Some(2) && finished.stderr.contains(sentence), "{finished:?}");
    }
    std::fs::remove_file(&file).unwrap();
    let finished = run("exact", &[&small, &["--range", "x=-1..1"][..]].concat());
    assert!(finished.stdout.contains("no plot was drawn") && !file.exists(), "{finished:?}");
}

/// What a call returns that may throw has a shadow value, and so has what is computed after
/// something was caught.
#[test]
fn errors_pass_through_calls_that_may_throw() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("thrown.cpp");
    let source = "
struct Kept { double v; ~Kept(); };
Kept::~Kept() { v = 0; }
static double lossy(double x) { if (x < -1e300) throw 1; return (x + 1e16) - (1e16 - x); }
static double bounded(double x) { if (x > 0.5) throw 1; return x; }
extern \"C\" double returned(double x) { Kept kept; kept.v = x; double y = lossy(x); return y; }
extern \"C\" float narrow(float x) { Kept kept; kept.v = x; float y = x > 0.5f ? (float)lossy(x) : x; return y; }
extern \"C\" double caught(double x) {
    double y;
    try { y = bounded(x); } catch (int) { y = 1e16; }
    return (y + 1.0) - (y - 1.0);
}";
    std::fs::write(&path, source).unwrap();
    for function in ["returned", "narrow", "caught"] {
        let call = ["accuracy", path.to_str().unwrap(), "--fn", function, "--range", "x=0.1..0.9"];
        let finished =
            ulpwise(&[&call[..], &["--timeout", "600", "--calls", "20000", "--symbolic", "0"]].concat());
        assert!(finished.stdout.contains("inaccurate: relative error 1 "), "{function}: {finished:?}");
    }
}

/// A library in small: a status, results behind pointers, and an error handler that aborts.
const LIBRARY: &str = "
#include <math.h>
#include <stdlib.h>
int root_e(double x, double *result) {
    if (x > 1e3) abort();
    if (x < 0) { *result = 1e-300; return 4; }
    *result = x * x - 2;
    return 0;
}
int turn_e(double x, double *result) {
    if (!(fabs(x) < 1e6)) exit(3);
    *result = sin(3 * x) / 7;
    return 0;
}
int plain_e(double x, double *result) { *result = x; return 0; }
int sum(int n) { return n; }
";

fn library() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.c");
    std::fs::write(&path, LIBRARY).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Without any range: calls that abort or fail count for nothing, and the root is found.
#[test]
fn roots_are_found_behind_calls_that_abort_and_fail() {
    let (_folder, path) = library();
    let start = ["accuracy", path.as_str(), "--timeout", "600", "--calls", "30000", "--symbolic", "0"];
    let found = ulpwise(&[&start[..], &["--fn", "root_e"]].concat());
    // The root of two to the last place, and an error there of as much as is left.
    assert!(found.stdout.contains("  x = 1.414213562373095"), "{found:?}");
    assert!(found.stdout.contains("confirmed in 1 region"), "{found:?}");
    assert!(found.stdout.contains("calls succeed when `return == 0` (taken"), "{found:?}");
    let turn = ulpwise(&[&start[..], &["--fn", "turn_e", "--json"]].concat());
    let document: Value = serde_json::from_str(&turn.stdout).unwrap();
    let regions = document["findings"][0]["regions"].as_array().unwrap();
    assert!(regions.len() >= 10, "multiples of a third of a half turn: {document}");
    // With all calls counted nothing is said of success.
    let any = ulpwise(&[&start[..], &["--fn", "root_e", "--success", "any"]].concat());
    assert!(any.stdout.contains("inaccurate") && !any.stdout.contains("calls succeed"), "{any:?}");
}

#[test]
fn conditions_that_mean_nothing_are_refused_in_a_sentence() {
    let (_folder, path) = library();
    let start = ["accuracy", path.as_str(), "--timeout", "600", "--calls", "2000", "--symbolic", "0"];
    for (arguments, wanted) in [
        (["--fn", "root_e", "--success", "result == 0"], "a comparison (== != < <= > >=) and an integer"),
        (["--fn", "root_e", "--success", "return == 77"], "no call of `root_e` succeeds so"),
        (["--fn", "*_e", "--seed", "2"], "-o DIR names it"),
        (["--fn", "no*where", "-o", "/dev/null/none"], "-o /dev/null/none: "),
    ] {
        let refused = ulpwise(&[&start[..], &arguments[..]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(wanted), "{refused:?}");
    }
}

/// A whole library: a document a function, a table, a page; a second run searches nothing again.
#[test]
fn a_library_is_searched_once() {
    let (folder, path) = library();
    let reports = folder.path().join("reports");
    let call = ["accuracy", path.as_str(), "--fn", "*_e", "-o", reports.to_str().unwrap()];
    let call =
        [&call[..], &["--timeout", "600", "--calls", "6000", "--symbolic", "0", "--boxes", "0"]].concat();
    let first = ulpwise(&call);
    for name in ["plain_e", "root_e", "turn_e"] {
        assert!(first.stdout.contains(name), "{first:?}");
    }
    assert!(!first.stdout.contains("sum"), "{first:?}");
    let page = std::fs::read_to_string(reports.join("index.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("relative error of turn_e"));
    let document = std::fs::read_to_string(reports.join("root_e.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&document).unwrap()["function"], "root_e");
    // What is there is taken as it is.
    let row = reports.join("plain_e.row.json");
    let known = std::fs::read_to_string(&row).unwrap();
    std::fs::write(&row, known.replacen("\"note\": \"", "\"note\": \"kept ", 1)).unwrap();
    let second = ulpwise(&call);
    assert!(second.stdout.contains("kept"), "{second:?}");
}

/// What is right rounds to what is computed: the shares are those of the error all the same.
#[test]
fn shares_of_a_rounded_sum_explain_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sum.c");
    std::fs::write(&path, "double f(double x, double y) { return x + y; }\n").unwrap();
    let call = ["accuracy", path.to_str().unwrap(), "--fn", "f", "--range", "x=1"];
    let call = [&call[..], &["--range", "y=1.0000000000000002", "--boxes", "0", "--json"]].concat();
    let found = ulpwise(&call);
    let document: Value = serde_json::from_str(&found.stdout).unwrap();
    assert_eq!(document["findings"][0]["explained"], 1.0, "{document}");
}

/// One round of LLVM's simplification leaves something to simplify here, which once ended the process
/// that compiles.
#[test]
fn code_that_takes_several_rounds_to_simplify_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rounds.c");
    let source = "double f(double x, double y) {
        double a[3] = {y, x, 1}; double u = x;
        for (int i = 0; i < 1; i++) u += a[i];
        return u;
    }";
    std::fs::write(&file, source).unwrap();
    let path = file.to_str().unwrap();
    let found =
        ulpwise(&["accuracy", path, "--fn", "f", "--calls", "500", "--symbolic", "0", "--boxes", "0"]);
    assert_eq!(found.code, Some(0), "{found:?}");
}
