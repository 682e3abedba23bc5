//! `ulpwise check`: simple witnesses, the way of exceptional values, what would be right, and the
//! order in which all of it is reported.

use crate::common::ulpwise;
use serde_json::Value;

/// Long enough for a machine with other things to do; a check ends when everything is decided.
const PATIENCE: &str = "600";

const AVERAGES: &str = include_str!("../programs/averages.c");

/// Checks one function; text and the entries with a witness, in the order of their rank.
fn check(source: &str, function: &str, more: &[&str]) -> (String, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).unwrap();
    let start = ["check", file.to_str().unwrap(), "--fn", function, "--timeout", PATIENCE];
    let text = ulpwise(&[&start, more].concat());
    let json = ulpwise(&[&start, more, &["--json"]].concat());
    let document: Value = serde_json::from_str(&json.stdout).unwrap_or_else(|_| panic!("{json:?}"));
    let ledger = document["functions"][0]["ledger"].as_array().unwrap();
    let mut found: Vec<Value> =
        ledger.iter().filter(|entry| entry["verdict"] == "witness").cloned().collect();
    found.sort_by_key(|entry| entry["rank"].as_u64().unwrap());
    assert!(found.iter().zip(1..).all(|(entry, rank)| entry["rank"] == rank), "{found:?}");
    (text.stdout, found)
}

fn only(found: &[Value]) -> &Value {
    let [one] = found else { panic!("{found:?}") };
    one
}

#[test]
fn witnesses_have_simple_inputs() {
    let (text, found) =
        check("double f(double x, double y) { return 1 / (x - y); }", "f", &["--property", "divide-by-zero"]);
    assert!(text.contains("f(x = 0.0, y = 0.0)"), "{text}");
    assert_eq!(only(&found)["plain"], true);
    let (text, found) =
        check("double f(double x, double y) { return x * y; }", "f", &["--property", "overflow"]);
    assert!(text.contains("e308") && !text.contains("0000") && only(&found)["plain"] == false, "{text}");
    let ranges = ["--property", "divide-by-zero", "--range", "x=3.25..4", "--range", "y=2..1e9"];
    let (text, _) = check("double f(double x, double y) { return 1 / (x - y); }", "f", &ranges);
    assert!(text.contains("f(x = 4.0, y = 4.0)"), "{text}");
}

/// The paper's two cases, with the largest double: a sum that is too large is too large, an average
/// is not.
#[test]
fn exceptions_are_avoidable_if_the_true_result_is_ordinary() {
    let omega = "1.7976931348623157e308";
    let point = |name: &str, value: &str| format!("{name}={value}..{value}");
    let negative = point("x", &format!("-{omega}"));
    let [x, y] = ["x", "y"].map(|name| point(name, omega));
    let options = ["--property", "overflow", "--range"];
    let (text, found) = check(AVERAGES, "av3", &[&options[..], &[&negative, "--range", &y]].concat());
    let first = &found[0];
    assert_eq!(first["avoidable"], true, "{found:?}");
    assert_eq!(first["outputs"][0]["true_value"], "0.0", "{found:?}");
    assert!(text.contains("potentially avoidable") && text.contains("exact result: 0.0"), "{text}");
    let sum = "double sum(double x, double y) { return x + y; }";
    let (text, found) = check(sum, "sum", &[&options[..], &[&x, "--range", &y]].concat());
    assert_eq!(only(&found)["avoidable"], false, "{found:?}");
    assert!(!text.contains("potentially avoidable"), "{text}");
}

/// What rounding leaves of zero shrinks with every bit: times something huge it is no true value;
/// where its size beside what was computed tells, it is zero.
#[test]
fn true_values_are_settled_by_more_bits_or_reported_as_open() {
    let source = "#include <math.h>\n\
                  double open(double x, double y) { double r = sqrt(y); return (r * r - y) * (x * x); }\n\
                  double zero(double x, double y) { double r = sqrt(y); return x * x > 1 ? r * r - y : y; }\n\
                  double tiny(double x, double y) { double r = sqrt(y); return r * r - y + 1 / (x * x); }";
    let ranges = ["--property", "overflow", "--range", "x=1e200..1e200", "--range", "y=2..2"];
    let (text, found) = check(source, "open", &ranges);
    assert!(text.contains("exact result: not known"), "{text}");
    assert_eq!(found[0]["avoidable"], Value::Null, "{found:?}");
    let (_, found) = check(source, "zero", &ranges);
    let output = &found[0]["outputs"][0];
    assert_eq!((&output["true_value"], &found[0]["avoidable"]), (&"0.0".into(), &true.into()), "{found:?}");
    // What is far smaller than every double is not zero, though the first bits take it for that.
    let (_, found) = check(source, "tiny", &ranges);
    assert_eq!(found[0]["avoidable"], false, "{found:?}");
}

#[test]
fn the_way_of_an_exceptional_value_is_reported() {
    let source = "double escapes(double x) { double square = x * x; return square + 1; }\n\
                  double killed(double x) { double square = x * x; return 1 / square; }\n\
                  double compared(double x) { double square = x * x; if (square > 1e300) return 1; return square; }";
    let (text, found) = check(source, "escapes", &["--property", "overflow"]);
    let first = &found[0];
    assert_eq!((&first["trace"]["end"], &first["first"]), (&"escape".into(), &true.into()), "{found:?}");
    assert_eq!(first["trace"]["propagate"].as_array().unwrap().len(), 1, "{found:?}");
    assert!(text.contains("escapes: the returned value is inf"), "{text}");
    for name in ["killed", "compared"] {
        let (text, found) = check(source, name, &["--property", "overflow"]);
        let first = found.iter().find(|entry| entry["site"] == format!("{name}#0")).unwrap();
        assert_eq!(first["trace"]["end"], "kill", "{found:?}");
        assert_eq!(first["trace"]["killed_by"], format!("{name}#1"), "{found:?}");
        assert!(text.contains("is killed at program.c:"), "{text}");
    }
}

#[test]
fn harm_comes_first_and_what_follows_is_one_group() {
    // The difference of two infinities follows from the products; small products do no harm.
    let source = "double f(double x, double y) { double a = x * x, b = y * y; double tiny = a * 1e-300; return tiny > 1 ? a - b : x - y; }";
    let (text, found) = check(source, "f", &[]);
    assert!(found.len() > 3, "{found:?}");
    let property = |entry: &Value| entry["property"].as_str().unwrap().to_owned();
    assert_ne!(property(&found[0]), "underflow", "{found:?}");
    assert_eq!(property(found.last().unwrap()), "underflow", "{found:?}");
    let invalid = found.iter().find(|entry| entry["property"] == "invalid").unwrap();
    assert_ne!(invalid["group"].as_str().unwrap(), format!("{} invalid", invalid["site"].as_str().unwrap()));
    assert!(invalid["group"].as_str().unwrap().ends_with("overflow"), "{invalid:?}");
    assert!(text.contains("it begins with overflow at program.c:1:"), "{text}");
}
