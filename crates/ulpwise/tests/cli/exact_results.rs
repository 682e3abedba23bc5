//! What is called the exact result: of functions that compute with floats on purpose nothing that
//! MPFR contradicts, of plain formulas the right number. `cargo xtask bench exact-results` does the
//! same for all of `corpus/exact-results`.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use ulpwise_corpus::{MeantFunction, meant_functions};
use ulpwise_testkit::mpfr::formula::{BigNumber, compute};

/// Every so many functions on purpose, and plain formulas, are measured here.
const STEPS: (usize, usize) = (6, 4);

/// More bits than differences of any doubles need.
const BITS: u32 = 4000;

/// The document of a search that is the same on every machine.
fn accuracy(function: &MeantFunction) -> Value {
    let file = function.file.to_str().unwrap();
    let mut arguments = vec!["accuracy", file, "--fn", &function.name, "--json", "--boxes", "0"];
    arguments.extend(["--calls", "3000", "--symbolic", "0", "--timeout", "600"]);
    for range in &function.ranges {
        arguments.extend(["--range", range.as_str()]);
    }
    let lengths: Vec<String> =
        function.lengths.iter().map(|(name, count)| format!("{name}={count}")).collect();
    for length in &lengths {
        arguments.extend(["--len", length]);
    }
    let Finished { stdout, stderr, .. } = ulpwise(&arguments);
    // A function may compute none of its outputs by floats: then it is refused, and nothing is said.
    serde_json::from_str(&stdout).unwrap_or_else(|_| {
        assert!(!function.is_plain, "{}: {stderr}", function.name);
        Value::Null
    })
}

/// The numbers that are called right, each with its inputs.
fn claims(document: &Value) -> Vec<(f64, Vec<(String, f64)>)> {
    let findings = document["findings"].as_array().cloned().unwrap_or_default();
    let claim = |finding: &Value| {
        let right = finding["worst"]["right"].as_str()?.parse().unwrap();
        let mut values = Vec::new();
        for input in finding["inputs"].as_array().unwrap() {
            let name = input["name"].as_str().unwrap().trim_start_matches('*');
            let given = input["values"].as_array().unwrap();
            let number = |value: &Value| value.as_str().unwrap().parse::<f64>().unwrap();
            values.extend(given.iter().map(|value| (name.to_owned(), number(value))));
            values.extend((0..).zip(given).map(|(at, value)| (format!("{name}[{at}]"), number(value))));
        }
        Some((right, values))
    };
    findings.iter().filter_map(claim).collect()
}

/// What a function should give.
fn exact(meaning: &str, values: &[(String, f64)]) -> f64 {
    big(meaning, values).nearest()
}

fn big(meaning: &str, values: &[(String, f64)]) -> BigNumber {
    let value = |name: &str| values.iter().find(|(known, _)| known == name).map(|&(_, value)| value);
    compute(meaning, BITS, &value).unwrap_or_else(|error| panic!("{meaning}: {error}"))
}

#[test]
fn no_exact_result_is_claimed_that_mpfr_contradicts() {
    let all = meant_functions();
    let on_purpose = all.iter().filter(|function| !function.is_plain).step_by(STEPS.0);
    for function in on_purpose {
        for (right, values) in claims(&accuracy(function)) {
            let meaning = function.meaning.as_deref();
            let meaning = meaning.unwrap_or_else(|| panic!("{}: {right} is called exact", function.name));
            assert_eq!(right, exact(meaning, &values), "{}: {values:?}", function.name);
        }
    }
}

#[test]
fn plain_formulas_have_exact_results() {
    let all = meant_functions();
    for function in all.iter().filter(|function| function.is_plain).step_by(STEPS.1) {
        let document = accuracy(function);
        let claims = claims(&document);
        assert!(!claims.is_empty(), "{}: {document}", function.name);
        for (right, values) in claims {
            let meaning = function.meaning.as_deref().unwrap_or_default();
            assert_eq!(right, exact(meaning, &values), "{}: {values:?}", function.name);
        }
    }
}

/// What was reported of programs in use, as small ones.
#[test]
fn reported_cases_are_not_known_or_right() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reported.c");
    let source = "#include <math.h>\n\
        double root(double a, double b, double c) { double d = b * b - 4 * a * c; return d < 0 ? 0 : (-b - sqrt(d)) / (2 * a); }\n\
        double roots(double a, double b, double c, double *v) { double d = sqrt(b * b - 4 * a * c); v[0] = (-b - d) / (2 * a); v[1] = (-b + d) / (2 * a); return v[0] + v[1]; }\n\
        double largest_without(double x) { double e = x; while (x + e != x) e /= 2; return x * 1e300 * e; }\n\
        double lost(double x) { return (1 + x * 1e-300) - 1; }\n\
        double cardano(double x) { double q = x / 3, a = pow(sqrt(q * q * q), 1.0 / 3); return a - q / a; }\n\
        double third(double x) { return pow(x * x, 1.0 / 3); }\n";
    std::fs::write(&file, source).unwrap();
    let file = file.to_str().unwrap();
    for flags in ["", "-O2"] {
        let cflags = format!("--cflags={flags}");
        for function in ["root", "roots", "largest_without", "lost", "cardano", "third"] {
            let Finished { stdout, stderr, .. } =
                ulpwise(&["check", file, "--fn", function, &cflags, "--timeout", "3", "--json"]);
            let document: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stderr}"));
            let mut claimed = Vec::new();
            collect(&document, &mut claimed);
            for (inputs, right) in claimed {
                let [a, b, c] = [0, 1, 2].map(|at| inputs.get(at).copied().unwrap_or(0.0));
                let values =
                    [("a", a), ("b", b), ("c", c), ("x", a)].map(|(name, value)| (name.to_owned(), value));
                let meaning = match function {
                    "root" if exact("b * b - 4 * a * c", &values) < 0.0 => "0",
                    "root" => "(-b - sqrt(b * b - 4 * a * c)) / (2 * a)",
                    "roots" => {
                        "(-b - sqrt(b * b - 4 * a * c)) / (2 * a) + (-b + sqrt(b * b - 4 * a * c)) / (2 * a)"
                    }
                    "lost" => "x * 1e-300",
                    // Where the third is rounded to decides all digits of the one, four of the other.
                    "cardano" if a <= 0.0 => continue,
                    "cardano" => "0",
                    "third" => "cbrt(x * x)",
                    _ => panic!("{function} has no exact result: {right}"),
                };
                let exact = big(meaning, &values);
                let nearest = exact.nearest();
                let is_same = exact.is_printed_as(right);
                assert!(is_same, "{function} {flags} {inputs:?}: {right} is called exact, {nearest} is");
            }
        }
    }
}

/// The inputs of every witness with what is called the exact returned value.
fn collect(document: &Value, claimed: &mut Vec<(Vec<f64>, f64)>) {
    let number = |text: &Value| text.as_str().and_then(|text| text.trim_start_matches("-n").parse().ok());
    match document {
        Value::Object(fields) => {
            if let (Some(inputs), Some(outputs)) = (
                fields.get("inputs").and_then(Value::as_array),
                fields.get("outputs").and_then(Value::as_array),
            ) {
                let inputs: Vec<f64> =
                    inputs.iter().map(|input| number(&input["decimal"]).unwrap_or(f64::NAN)).collect();
                let returned = outputs.iter().filter(|output| output["name"].is_null());
                let known = returned.filter(|output| output["true_value"].is_string());
                claimed.extend(
                    known.map(|output| (inputs.clone(), number(&output["true_value"]).unwrap_or(f64::NAN))),
                );
            }
            fields.values().for_each(|value| collect(value, claimed));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, claimed)),
        _ => {}
    }
}
