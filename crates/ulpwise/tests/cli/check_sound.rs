//! `ulpwise check` on programs with ways that it does not see: nothing behind them is called proven.

use crate::common::ulpwise;
use serde_json::Value;

/// The verdicts on an exception in a function; without native search, which would find what is not proven.
fn verdicts(file: &str, source: &str, property: &str) -> Vec<String> {
    verdicts_with(file, source, property, &[])
}

/// The same, with further arguments.
pub(crate) fn verdicts_with(file: &str, source: &str, property: &str, further: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, source).unwrap();
    let analyses = ["--analysis", "abstract", "--analysis", "symbolic"];
    let function = if further.contains(&"--fn") { &[][..] } else { &["--fn", "f"] };
    let start = ["check", path.to_str().unwrap(), "--timeout", "20", "--json", "--property", property];
    let finished = ulpwise(&[&start[..], function, &analyses, further].concat());
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let ledger = document["functions"][0]["ledger"].as_array().unwrap();
    ledger.iter().map(|entry| entry["verdict"].as_str().unwrap().to_owned()).collect()
}

/// For 1.5 an exception is thrown and caught, and zero divides.
#[test]
fn what_comes_after_a_caught_exception_is_not_proven() {
    let source = "
static double g(double x) { if (x * x * x == 3.375) throw 1; return x; }
extern \"C\" double f(double x) {
    double y;
    try { g(x); y = 1; } catch (...) { y = 0; }
    return 1 / y;
}";
    let verdicts = verdicts("thrown.cpp", source, "divide-by-zero");
    assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict == "unknown"), "{verdicts:?}");
}

/// Whoever throws may be a function that nobody knows.
#[test]
fn a_function_that_nobody_knows_may_throw() {
    let source = "
void outside(double);
extern \"C\" double f(double x) {
    double y;
    try { outside(x); y = 1; } catch (...) { y = 0; }
    return 1 / y;
}";
    let verdicts = verdicts("outside.cpp", source, "divide-by-zero");
    assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict == "unknown"), "{verdicts:?}");
}

/// A branch that cannot be expressed leads to both divisions.
#[test]
fn what_comes_after_something_unsupported_is_not_proven() {
    let source = "
double f(double x, unsigned __int128 n) {
    switch (n) { case 1: return 1 / (x - 3); case 7: return 1 / (x - 5); case 9: return x / 3; default: return 0; }
}";
    let verdicts = verdicts("switch.c", source, "divide-by-zero");
    assert!(verdicts.len() >= 2 && verdicts.iter().all(|verdict| verdict == "unknown"), "{verdicts:?}");
}

/// Which function is called is not known, and one of them throws.
#[test]
fn a_function_that_is_called_through_a_pointer_may_throw() {
    let source = "
namespace std { void __throw_bad_alloc(); }
static void fine() {}
extern \"C\" double f(double x, int n) {
    void (*called)() = n ? std::__throw_bad_alloc : fine;
    try { called(); return 0; } catch (...) { return 1 / (x - 1.75); }
}";
    let verdicts = verdicts("pointer.cpp", source, "divide-by-zero");
    assert_eq!(verdicts, ["unknown"]);
}

/// A loop whose first block in the order of the program is come to by no way that is taken.
#[test]
fn a_loop_may_be_entered_in_its_middle() {
    let with = |jump: &str| {
        format!(
            "double f(double x) {{
    double y = x;
    int i = 0;
    {jump}
    for (;;) {{
        y = 1 / (y - 1.75);
    in: if (++i == 2) return y;
    }}
}}"
        )
    };
    for jump in ["if (x < 1 && x > 2) goto in;", "if (x > 1 && x < 1.5) goto in;", "if (x < 1) goto in;"] {
        let verdicts = verdicts("middle.c", &with(jump), "divide-by-zero");
        assert!(verdicts == ["witness"] || verdicts == ["unknown"], "{jump}: {verdicts:?}");
    }
}

/// Natively the exception is caught, as in the program itself, and what comes after it happens.
#[test]
fn what_comes_after_a_caught_exception_is_found_natively() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("caught.cpp");
    let source = "
static double g(double x) { if (x > 1.5) throw 1; return x; }
extern \"C\" double f(double x) {
    double y;
    try { y = g(x); } catch (int) { y = 0; }
    return 1 / y;
}";
    std::fs::write(&path, source).unwrap();
    let witnesses = folder.path().join("witnesses");
    let arguments = ["check", path.to_str().unwrap(), "--fn", "f", "--range", "x=1..2", "--timeout", "20"];
    let kept = ["--witnesses", witnesses.to_str().unwrap()];
    let finished = ulpwise(&[&arguments[..], &kept].concat());
    assert!(finished.stdout.contains("divide-by-zero: at f#"), "{finished:?}");
    assert!(finished.stdout.contains("return 1 / y;"), "the line is shown: {finished:?}");
    assert!(!finished.stdout.contains("reproduce with:"), "`ulpwise run` does not follow it: {finished:?}");
    let kept: Vec<_> = std::fs::read_dir(&witnesses).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{finished:?}");
    let replayed = ulpwise(&["replay", kept[0].to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

/// The operations of a handler are operations of the program. Where nothing is thrown, they are proven to do no harm; where something is, only native code comes to them.
#[test]
fn what_a_handler_does_has_verdicts() {
    let thrower = |condition: &str| {
        format!(
            "static double g(double x) {{ if ({condition}) throw x; return x; }}
extern \"C\" double f(double x) {{
    try {{ return g(x); }} catch (double z) {{ return 1 / (z - 1.75); }}
}}"
        )
    };
    let thrown = verdicts("handler.cpp", &thrower("x > 1.5"), "divide-by-zero");
    assert_eq!(thrown, ["unknown"]);
    let never = verdicts("never.cpp", &thrower("x < 1 && x > 2"), "divide-by-zero");
    assert_eq!(never, ["proven"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("handler.cpp");
    std::fs::write(&path, thrower("x > 1.5")).unwrap();
    let finished = ulpwise(&["check", path.to_str().unwrap(), "--fn", "f", "--timeout", "20"]);
    assert!(finished.stdout.contains("divide-by-zero: at f#"), "{finished:?}");
    assert!(finished.stdout.contains("f(x = 1.75)"), "{finished:?}");
}
