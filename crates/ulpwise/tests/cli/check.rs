//! `ulpwise check`: verdicts that are known beforehand.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Long enough for a machine with other things to do; a check ends when everything is decided.
pub(crate) const PATIENCE: &str = "600";

/// The programs, each function with what it is meant to show.
const AVERAGES: &str = include_str!("../programs/averages.c");
pub(crate) const HIDDEN: &str = include_str!("../programs/hidden.c");

pub(crate) fn file(name: &str, source: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, source).unwrap();
    (folder, file)
}

/// Checks one function; the verdicts by site and property.
fn check(source: &str, function: &str, more: &[&str]) -> (Finished, BTreeMap<(String, String), String>) {
    let (_folder, file) = file("program.c", source);
    let start = ["check", file.to_str().unwrap(), "--fn", function, "--timeout", PATIENCE, "--json"];
    let finished = ulpwise(&[&start, more].concat());
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let ledger = document["functions"][0]["ledger"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let verdicts = ledger
        .iter()
        .map(|entry| ((text(&entry["site"]), text(&entry["property"])), text(&entry["verdict"])))
        .collect();
    (finished, verdicts)
}

/// How many entries of a property have a verdict.
fn count(verdicts: &BTreeMap<(String, String), String>, property: &str, verdict: &str) -> usize {
    verdicts.iter().filter(|((_, of), is)| of == property && is.as_str() == verdict).count()
}

#[test]
fn averages_have_the_exceptions_of_the_textbook_and_no_others() {
    let (finished, verdicts) = check(AVERAGES, "average", &[]);
    assert_eq!(finished.code, Some(0), "these underflows do no harm");
    assert_eq!(count(&verdicts, "overflow", "proven"), 8, "{verdicts:?}");
    assert_eq!(count(&verdicts, "underflow", "witness"), 8, "{verdicts:?}");
    assert!(verdicts.values().all(|verdict| verdict != "unknown"), "{verdicts:?}");
    let (_, verdicts) = check(AVERAGES, "av1", &[]);
    assert_eq!(count(&verdicts, "overflow", "witness"), 1, "{verdicts:?}");
    let (_, verdicts) = check(AVERAGES, "av2", &["--property", "overflow"]);
    assert_eq!(count(&verdicts, "overflow", "proven"), 3, "{verdicts:?}");
}

/// After the last operation that can raise anything a loop has billions of paths, none of which has
/// anything to tell.
#[test]
fn what_comes_after_the_last_operation_prevents_no_proof() {
    let source = "
double scaled(double x, unsigned n) {
    if (!(x > 1.0 && x < 2.0)) return 0;
    double y = 1.0;
    if (x * x * x == 3.5) y = 1.0 / (x - 1.5);
    unsigned i = 0;
    while (i * 3u + 1u < n) i++;
    return i > 10 ? y : -y;
}";
    let (_, verdicts) = check(source, "scaled", &["--analysis", "symbolic"]);
    assert!(verdicts.len() > 10 && verdicts.values().all(|verdict| verdict == "proven"), "{verdicts:?}");
}

/// Exceptions behind branches that no random input passes: the solvers find them, and prove their
/// absence where the branch is a little different.
#[test]
fn what_hides_behind_branches_is_found_and_its_near_misses_are_proven() {
    let names: Vec<&str> = HIDDEN
        .lines()
        .filter_map(|line| line.strip_prefix("double ")?.split('(').next())
        .filter(|name| name.starts_with("hidden") || name.starts_with("free"))
        .collect();
    assert_eq!(names.len(), 20, "{names:?}");
    for name in names {
        let property = HIDDEN
            .lines()
            .skip_while(|line| !line.contains(&format!(" {name}(")))
            .find_map(|line| line.split("// at risk: ").nth(1))
            .unwrap_or_else(|| panic!("{name} says what is at risk"));
        let (finished, verdicts) = check(HIDDEN, name, &["--analysis", "symbolic", "--property", property]);
        let (witnesses, proven) =
            (count(&verdicts, property, "witness"), count(&verdicts, property, "proven"));
        if name.starts_with("hidden") {
            assert_eq!((finished.code, witnesses > 0), (Some(1), true), "{name}: {}", finished.stdout);
        } else {
            assert_eq!((finished.code, proven), (Some(0), verdicts.len()), "{name}: {}", finished.stdout);
        }
    }
}

#[test]
fn assumptions_and_ranges_restrict_what_is_looked_at() {
    let source = "double f(double x, double y) { return 1 / (x - y); }";
    let (_, verdicts) = check(source, "f", &["--property", "divide-by-zero"]);
    assert_eq!(count(&verdicts, "divide-by-zero", "witness"), 1, "{verdicts:?}");
    let (finished, verdicts) = check(source, "f", &["--property", "divide-by-zero", "--assume", "x < y"]);
    assert_eq!((finished.code, count(&verdicts, "divide-by-zero", "proven")), (Some(0), 1), "{verdicts:?}");
    let ranges = ["--property", "divide-by-zero", "--range", "x=0..1", "--range", "y=2..3"];
    let (_, verdicts) = check(source, "f", &ranges);
    assert_eq!(count(&verdicts, "divide-by-zero", "proven"), 1, "{verdicts:?}");
    let (_, verdicts) = check("double g(double x) { return x - x; }", "g", &["--property", "invalid"]);
    assert_eq!(count(&verdicts, "invalid", "proven"), 1, "inputs are finite: {verdicts:?}");
    let non_finite = ["--property", "invalid", "--non-finite"];
    let (_, verdicts) = check("double g(double x) { return x - x; }", "g", &non_finite);
    assert_eq!(count(&verdicts, "invalid", "witness"), 1, "{verdicts:?}");
}

/// What follows from an exception of the same call does not count when calls stop at exceptions, in
/// any analysis.
#[test]
fn calls_that_stop_at_exceptions_raise_only_their_first() {
    let source = "double f(double x) { double a = x * x; return a - a; }";
    let invalid = ["--property", "invalid", "--property", "overflow"];
    let (_, verdicts) = check(source, "f", &invalid);
    assert_eq!(count(&verdicts, "invalid", "witness"), 1, "inf - inf: {verdicts:?}");
    for analysis in [&[][..], &["--analysis", "symbolic"]] {
        let (_, verdicts) = check(source, "f", &[&invalid, &["--stop-at-exception"][..], analysis].concat());
        assert_eq!(
            count(&verdicts, "invalid", "proven"),
            2,
            "the product has overflowed before: {verdicts:?}"
        );
        assert_eq!(count(&verdicts, "overflow", "witness"), 1, "{verdicts:?}");
    }
    // Where a branch keeps the earlier exception away, the later one is the first.
    let source =
        "double g(double x, double y) { double a = x > 1 ? y * y : 3; return 1 / (x - 0.5) + (a - a); }";
    let (_, verdicts) = check(source, "g", &["--property", "divide-by-zero", "--stop-at-exception"]);
    assert_eq!(count(&verdicts, "divide-by-zero", "witness"), 1, "{verdicts:?}");
}

/// Next to the largest number, rounding up overflows and nothing else does; a product that rounds
/// to zero does not when it is rounded up.
#[test]
fn verdicts_hold_in_the_rounding_mode_that_is_asked_for() {
    let source = "double f(double x) { return 0x1.fffffffffffffp1023 + x; }
                  double g(double x) { return 1 / (x * 0x1p-1074); }";
    let verdict = |function: &str, range: &str, property: &str, mode: &str| {
        let more = ["--range", range, "--property", property, "--rounding", mode];
        let (_, verdicts) = check(source, function, &more);
        verdicts.into_values().find(|verdict| verdict != "proven").unwrap_or_else(|| "proven".to_owned())
    };
    for (mode, expected) in
        [("nearest", "proven"), ("down", "proven"), ("zero", "proven"), ("up", "witness"), ("any", "witness")]
    {
        assert_eq!(verdict("f", "x=1..1e290", "overflow", mode), expected, "{mode}");
    }
    for (mode, expected) in [("nearest", "witness"), ("up", "proven"), ("any", "witness")] {
        assert_eq!(verdict("g", "x=0.1..0.4", "divide-by-zero", mode), expected, "{mode}");
    }
}

#[test]
fn witnesses_replay_in_their_rounding_mode() {
    let (folder, file) = file("sum.c", "double f(double x) { return 0x1.fffffffffffffp1023 + x; }");
    let found = folder.path().join("found");
    let program = file.to_str().unwrap();
    let more =
        ["--rounding", "any", "--range", "x=1..1e290", "--property", "overflow", "--timeout", PATIENCE];
    let finished =
        ulpwise(&[&["check", program, "--witnesses", found.to_str().unwrap()][..], &more].concat());
    assert!(finished.stdout.contains("f(x = 1.0), rounding up"), "{}", finished.stdout);
    let witness = std::fs::read_dir(&found).unwrap().next().unwrap().unwrap().path();
    let replayed = ulpwise(&["replay", witness.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    let text = std::fs::read_to_string(&witness).unwrap();
    std::fs::write(&witness, text.replace("\"up\"", "\"down\"")).unwrap();
    let replayed = ulpwise(&["replay", witness.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(1), "it is raised in its own mode only: {replayed:?}");
}

/// What is subnormal counts as zero: a quotient by it is one by zero, and so is one by the
/// difference of numbers that are unequal.
#[test]
fn verdicts_hold_where_tiny_numbers_are_flushed_to_zero() {
    let source = "double inverse(double x) { return 1 / x; }
                  double slope(double x, double y) { return x != y ? 1 / (x - y) : 0; }
                  double guarded(double x) { return x != 0 ? 1 / x : 0; }
                  double root(double x) { return __builtin_sqrt(x); }";
    let verdict = |function: &str, ranges: &[&str], property: &str, more: &[&str]| {
        let ranges = ranges.iter().flat_map(|range| ["--range", range]);
        let more: Vec<&str> = ranges.chain(["--property", property]).chain(more.iter().copied()).collect();
        let (_, verdicts) = check(source, function, &more);
        verdicts.into_values().find(|verdict| verdict != "proven").unwrap_or_else(|| "proven".to_owned())
    };
    let subnormal = ["x=1e-310..2e-310"];
    let normal = ["x=1e-300..2e-300", "y=1e-300..2e-300"];
    for (function, ranges, property, default, flushing) in [
        ("inverse", &subnormal[..], "overflow", "witness", "proven"),
        ("inverse", &subnormal, "divide-by-zero", "proven", "witness"),
        ("guarded", &["x=-1..1"], "divide-by-zero", "proven", "proven"),
        ("slope", &normal, "divide-by-zero", "proven", "witness"),
        ("root", &["x=-1e-310..1"], "invalid", "witness", "proven"),
    ] {
        assert_eq!(verdict(function, ranges, property, &[]), default, "{function} {property}");
        assert_eq!(verdict(function, ranges, property, &["--ftz"]), flushing, "{function} {property} --ftz");
    }
    let (folder, file) = file("inverse.c", source);
    let found = folder.path().join("found");
    let more = ["--fn", "inverse", "--range", subnormal[0], "--property", "divide-by-zero", "--ftz"];
    ulpwise(
        &[&["check", file.to_str().unwrap(), "--witnesses", found.to_str().unwrap()][..], &more].concat(),
    );
    let witness = std::fs::read_dir(&found).unwrap().next().unwrap().unwrap().path();
    assert_eq!(ulpwise(&["replay", witness.to_str().unwrap()]).code, Some(0));
    let text = std::fs::read_to_string(&witness).unwrap();
    std::fs::write(&witness, text.replace("\"ftz\": true", "\"ftz\": false")).unwrap();
    assert_eq!(ulpwise(&["replay", witness.to_str().unwrap()]).code, Some(1), "{text}");
}

/// Rounding is an exception for who asks: what is exact (halves of normal numbers, differences of
/// near ones) is proven to be.
#[test]
fn rounding_is_looked_for_on_request() {
    let source = "double sum(double x, double y) { return x + y; }
                  double half(double x) { return x * 0.5; }
                  double difference(double x, double y) { return x - y; }
                  float narrow(double x) { return (float)x; }
                  double third(double x) { return x > 2 ? 1.0 / 3 : 0.25; }";
    let near = ["--range", "x=1..2", "--range", "y=1..2"];
    for (function, ranges, expected) in [
        ("sum", &near[..], "witness"),
        ("half", &near[..2], "proven"),
        ("half", &["--range", "x=0..1e-300"], "witness"),
        ("difference", &near, "proven"),
        ("narrow", &near[..2], "witness"),
    ] {
        let (_, verdicts) = check(source, function, &[ranges, &["--property", "inexact"]].concat());
        assert_eq!(count(&verdicts, "inexact", expected), 1, "{function}: {verdicts:?}");
    }
    let (_, verdicts) = check(source, "sum", &[]);
    assert_eq!(count(&verdicts, "inexact", "witness"), 0, "{verdicts:?}");
    let (folder, file) = file("sum.c", source);
    let found = folder.path().join("found");
    let refused = ulpwise(&["check", file.to_str().unwrap(), "--ftz", "--property", "inexact"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let more = ["--fn", "sum", "--property", "inexact", "--witnesses", found.to_str().unwrap()];
    let finished = ulpwise(&[&["check", file.to_str().unwrap()][..], &more].concat());
    assert!(!finished.stdout.contains("result"), "{}", finished.stdout);
    let witness = std::fs::read_dir(&found).unwrap().next().unwrap().unwrap().path();
    assert_eq!(ulpwise(&["replay", witness.to_str().unwrap()]).code, Some(0));
}

/// Cancellation is looked for on request: found natively confirmed, proven absent by sets and along
/// paths, and shown by the command that reproduces it.
#[test]
fn cancellation_is_looked_for_on_request() {
    let source = "double difference(double x, double y) { return x - y; }
                  double far(double x, double y) { return x - y; }
                  double branch(double x, double y) { return x > 3 * y ? x - y : 0; }
                  float narrow(float x) { return (1 + x) - 1; }";
    let near = ["--range", "x=1..2", "--range", "y=1..2"];
    let far = ["--range", "x=1..2", "--range", "y=3..8"];
    for (function, ranges, expected) in [
        ("difference", &near[..], "witness"),
        ("far", &far[..], "proven"),
        ("branch", &near[..], "proven"),
        ("narrow", &["--range", "x=0..1"], "witness"),
    ] {
        let (text, verdicts) = check(source, function, &[ranges, &["--property", "cancellation"]].concat());
        assert!(count(&verdicts, "cancellation", expected) >= 1, "{function}: {verdicts:?}");
        assert_eq!(count(&verdicts, "cancellation", "unknown"), 0, "{function}: {verdicts:?}");
        assert_eq!(text.stdout.contains("--cancellation"), expected == "witness", "{}", text.stdout);
    }
    let (_, verdicts) = check(source, "difference", &[]);
    assert!(verdicts.iter().all(|verdict| !format!("{verdict:?}").contains("cancellation")), "{verdicts:?}");
}

#[test]
fn a_witness_with_a_null_pointer_replays() {
    let (folder, file) = file("null.c", "double f(const double *p, double x) { return p ? *p : 1 / x; }");
    let found = folder.path().join("found");
    let more = ["--len", "p=0", "--property", "divide-by-zero", "--witnesses", found.to_str().unwrap()];
    ulpwise(&[&["check", file.to_str().unwrap(), "--fn", "f"][..], &more].concat());
    let witness = std::fs::read_dir(&found).unwrap().next().unwrap().unwrap().path();
    let replayed = ulpwise(&["replay", witness.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

/// In memory, in vectors, and in several registers.
#[test]
fn structures_are_taken_and_returned_by_value() {
    let source = "struct V { double x, y, z; };
                  struct V scale(struct V v, double k) { v.x *= k; v.y /= k; return v; }
                  struct P { float a, b; };
                  struct P turn(struct P p) { struct P r = { p.b / p.a, p.a }; return r; }
                  struct T { float a, b, c; };
                  struct T third(struct T t) { t.c = 1 / t.c; return t; }
                  struct Q { double re, im; };
                  struct Q inverse(struct Q q) { struct Q r = { 1 / q.re, q.im }; return r; }";
    let (_folder, file) = file("structures.c", source);
    let arguments = ["check", file.to_str().unwrap(), "--property", "divide-by-zero", "--timeout", PATIENCE];
    let finished = ulpwise(&arguments);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    for text in [
        "scale(v.x = 0.0, v.y = 1.0, v.z = 0.0, k = 0.0)",
        "the returned value's y is inf",
        "turn(p.a = 0.0, p.b = 1.0)",
        "third(t.a = 0.0, t.b = 0.0, t.c = 0.0)",
        "the returned value's c is inf",
        "inverse(q.re = 0.0, q.im = 0.0)",
        "the returned value's re is inf",
    ] {
        assert!(finished.stdout.contains(text), "{text}: {}", finished.stdout);
    }
}

/// A function whose inputs cannot be made is reported, and the others are checked.
#[test]
fn a_function_that_cannot_be_called_keeps_no_other_from_being_checked() {
    let source = "#include <stdarg.h>
                  double many(double x, ...) { return 1 / x; }
                  double one(double x) { return 1 / x; }";
    let (_folder, file) = file("variadic.c", source);
    let arguments = ["check", file.to_str().unwrap(), "--property", "divide-by-zero", "--timeout", PATIENCE];
    let finished = ulpwise(&arguments);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("one(x = 0.0)"), "{}", finished.stdout);
    assert!(
        finished.stdout.contains("not run natively: many: it takes variable arguments"),
        "{}",
        finished.stdout
    );
}

#[test]
fn a_project_settles_things_for_all_functions_and_for_some() {
    let source = "double f(double x, double y) { return 1 / (x - y); } double g(double x) { return x * x; }
                  double h(double x) { return x + x; }";
    let (folder, file) = file("program.c", source);
    let config = folder.path().join("ulpwise.toml");
    let settings = "[check]\nproperty = [\"overflow\", \"divide-by-zero\"]\n
                    [[function]]\nname = \"f\"\nassume = [\"x < y\"]\nproperty = [\"divide-by-zero\"]\n
                    [[function]]\nname = \"g\"\nrange = [\"x=0..10\"]\n";
    std::fs::write(&config, settings).unwrap();
    let (file, config) = (file.to_str().unwrap(), config.to_str().unwrap());
    let check = |more: &[&str]| {
        let start = ["check", file, "--config", config, "--timeout", PATIENCE, "--json"];
        let finished = ulpwise(&[&start, more].concat());
        let document: Value =
            serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
        let counts = |function: &Value| {
            let count = |name: &str| function[name].as_u64().unwrap();
            (function["function"].as_str().unwrap().to_owned(), count("witnesses"), count("proven"))
        };
        document["functions"].as_array().unwrap().iter().map(counts).collect::<Vec<_>>()
    };
    let expected = [("f".to_owned(), 0, 1), ("g".to_owned(), 0, 1), ("h".to_owned(), 1, 0)];
    assert_eq!(check(&[]), expected);
    assert_eq!(
        check(&["--fn", "h", "--range", "x=0..1"]),
        [("h".to_owned(), 0, 1)],
        "the user has the last word"
    );
    std::fs::write(config, "[check]\ntimeout = \"soon\"\n").unwrap();
    let finished = ulpwise(&["check", file, "--config", config]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(
        finished.stderr.contains("ulpwise.toml: invalid value 'soon' for '--timeout"),
        "{}",
        finished.stderr
    );
}

/// A call that leaves its array finds there what the allocator left: that is no witness against a
/// proof about the array.
#[test]
fn calls_that_leave_their_arrays_refute_nothing() {
    let source = "double f(const double *v, int n) { return 1 / v[n]; }";
    let ranges = ["--range", "v=1..2", "--property", "divide-by-zero"];
    let beyond = [&ranges[..], &["--range", "n=0..100"]].concat();
    let (finished, verdicts) = check(source, "f", &beyond);
    assert_eq!((finished.code, count(&verdicts, "divide-by-zero", "unknown")), (Some(0), 1), "{finished:?}");
    let within = [&ranges[..], &["--range", "n=0..3"]].concat();
    let (finished, verdicts) = check(source, "f", &within);
    assert_eq!((finished.code, count(&verdicts, "divide-by-zero", "proven")), (Some(0), 1), "{finished:?}");
}

#[test]
fn arrays_and_conversions_have_verdicts_and_witnesses_replay() {
    let source = "int f(const double *v, int n) { double s = 0; for (int i = 0; i < n && i < 3; i++) s += v[i]; return (int)s; }";
    let (folder, file) = file("sum.c", source);
    let found = folder.path().join("found");
    let finished = ulpwise(&[
        "check",
        file.to_str().unwrap(),
        "--len",
        "v=3",
        "--timeout",
        PATIENCE,
        "--property",
        "int-conversion",
        "--property",
        "overflow",
        "--witnesses",
        found.to_str().unwrap(),
    ]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(
        finished.stdout.contains("2 exceptions found, 0 proven absent, 0 unknown"),
        "{}",
        finished.stdout
    );
    let witnesses: Vec<_> = std::fs::read_dir(found).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(witnesses.len(), 2);
    for witness in witnesses {
        let replayed = ulpwise(&["replay", witness.to_str().unwrap()]);
        assert_eq!(replayed.code, Some(0), "{replayed:?}");
    }
}

#[test]
fn assumptions_that_nothing_satisfies_prove_nothing() {
    let (_folder, file) = file("f.c", "double f(double x) { return 1 / x; }");
    let start = ["check", file.to_str().unwrap(), "--fn", "f", "--timeout", PATIENCE];
    let finished = ulpwise(&[&start[..], &["--assume", "x > 1 && x < 1"]].concat());
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("no input satisfies"), "{finished:?}");
    let finished = ulpwise(&[&start[..], &["--assume", "x > 2", "--range", "x=0..1"]].concat());
    assert_eq!(finished.code, Some(2), "{finished:?}");
    let finished = ulpwise(&[&start[..], &["--assume", "x <"]].concat());
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--assume 'x <' does not compile"), "{finished:?}");
    assert!(
        !finished.stderr.contains("ulpwise-assum"),
        "no file is named that the user did not write: {finished:?}"
    );
}

#[test]
fn few_inputs_are_all_tried() {
    let source = "short f(signed char a, signed char b) { return (short)(100.0f / (a + b)); }";
    let (_, verdicts) = check(source, "f", &["--property", "divide-by-zero", "--property", "overflow"]);
    assert_eq!(count(&verdicts, "divide-by-zero", "witness"), 1, "{verdicts:?}");
    assert_eq!(count(&verdicts, "overflow", "proven"), 1, "{verdicts:?}");
}

#[test]
fn what_cannot_be_checked_is_said() {
    let (_folder, file) =
        file("f.c", "double f(double (*g)(double)) { return g(1); } double h(double x) { return x + x; }");
    let name = file.to_str().unwrap();
    let finished = ulpwise(&["check", name, "--timeout", PATIENCE]);
    assert!(finished.stdout.contains("not checked: no arguments can be made for `f`"), "{finished:?}");
    assert!(finished.stdout.contains("h: 1 operation"), "{finished:?}");
    let finished = ulpwise(&["check", name, "--fn", "f"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    for range in ["x=2..1", "x=nan..1"] {
        let refused = ulpwise(&["check", name, "--fn", "h", "--range", range]);
        assert!(refused.code == Some(2) && refused.stderr.contains("--range x="), "{refused:?}");
    }
    let finished = ulpwise(&["check", name, "--fn", "nothing_*"]);
    assert!(finished.code == Some(2) && finished.stderr.contains("no function matches"), "{finished:?}");
}
