//! `ulpwise accuracy` with and without symbolic execution: with as many calls, errors behind
//! equations are found only with it.

use crate::common::ulpwise;
use serde_json::Value;

const PROGRAM: &str = "crates/ulpwise/tests/programs/hidden_errors.c";

fn document(function: &str, more: &[&str]) -> Value {
    let start = ["accuracy", PROGRAM, "--fn", function, "--timeout", "600", "--calls", "20000"];
    let finished = ulpwise(&[&start, more, &["--boxes", "0", "--json"]].concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"))
}

/// The binary logarithm of the largest error where something other than zero is right.
fn worst(document: &Value) -> Option<f64> {
    let findings = document["findings"].as_array().unwrap().iter();
    findings
        .filter(|finding| finding["sort"] == "inaccurate")
        .find_map(|finding| finding["worst"]["error_log2"].as_f64())
}

#[test]
fn errors_behind_equations_are_found_by_paths_and_not_without() {
    for (function, ranges) in [
        ("behind_a_square", &["--range", "x=1..2", "--range", "y=0.1..1"][..]),
        ("on_two_lines", &["--range", "n=0..1000000", "--range", "m=0..1000000", "--range", "x=1..2"]),
    ] {
        let without = document(function, &[ranges, &["--symbolic", "0"]].concat());
        assert_eq!(worst(&without), None, "{function}: {without}");
        assert!(without["symbolic"].is_null());
        let with = document(function, &[ranges, &["--symbolic", "60"]].concat());
        let found = worst(&with).unwrap_or_else(|| panic!("{function}: {with}"));
        assert!(found > -24.0, "{function}: 2^{found}");
        assert!(with["symbolic"]["combinations"].as_u64() > Some(0), "{}", with["symbolic"]);
        let calls = |document: &Value| document["calls"].as_u64().unwrap() as f64;
        assert!(calls(&with) < 1.05 * calls(&without), "{} and {}", calls(&with), calls(&without));
    }
}

#[test]
fn runs_in_loops_are_sampled_and_floats_stay_floats() {
    let arguments = ["--len", "v=8", "--range", "n=8..8", "--range", "v=-100..100", "--float-inputs"];
    let sampled = |sampling: &str| {
        let document =
            document("in_a_loop", &[&arguments[..], &["--symbolic", "2", "--sampling", sampling]].concat());
        assert!(document["symbolic"]["paths"].as_u64() > Some(0), "{}", document["symbolic"]);
        document
    };
    let document = sampled("uniform:6:1");
    let inputs =
        document["findings"][0]["inputs"].as_array().unwrap().iter().find(|input| input["name"] == "v");
    for value in inputs.unwrap()["values"].as_array().unwrap() {
        let value: f64 = value.as_str().unwrap().parse().unwrap();
        assert_eq!(f64::from(value as f32), value);
    }
    let finished = ulpwise(&["accuracy", PROGRAM, "--fn", "in_a_loop", "--sampling", "often"]);
    assert_eq!(finished.code, Some(2));
    assert!(finished.stderr.contains("uniform[:START[:STEP]]"), "{}", finished.stderr);
}
