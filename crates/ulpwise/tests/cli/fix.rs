//! `ulpwise fix`: the classics get their patches, formatting and comments stay, and what cannot be
//! patched is said in one sentence.

use crate::common::{Finished, ulpwise};
use std::path::PathBuf;
use tempfile::TempDir;

/// A source in a folder of its own.
fn source(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn fix(text: &str, function: &str, more: &[&str]) -> (Finished, String) {
    let (_folder, path) = source("formula.c", text);
    let path_text = path.to_str().unwrap();
    let arguments = ["fix", path_text, "--fn", function, "--timeout", "0.3", "--patches", "1"];
    let finished = ulpwise(&[&arguments, more].concat());
    (finished, std::fs::read_to_string(&path).unwrap())
}

#[test]
fn a_difference_of_roots_becomes_its_conjugate() {
    let text = "#include <math.h>\n\ndouble f(double x)\n{\n    /* how far */\n    return sqrt(x + 1) - sqrt(x); // grows\n}\n";
    let (finished, after) = fix(text, "f", &["--range", "x=1..1e12", "--apply", "--explain"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("+    return 1.0 / (sqrt(x"), "{}", finished.stdout);
    assert!(finished.stdout.contains("conjugate of "), "{}", finished.stdout);
    assert!(
        after.contains("    /* how far */\n    return 1.0 / (sqrt(x") && after.contains("); // grows\n"),
        "{after}"
    );
    // The patched file keeps what was promised.
    assert!(!finished.stdout.contains("raised at") || !after.contains("- sqrt"), "{}", finished.stdout);
}

#[test]
fn locals_that_nothing_uses_any_more_go() {
    let text = "#include <math.h>\ndouble f(double x)\n{\n    double e = exp(x);\n    return e - 1.0;\n}\n";
    let (finished, after) = fix(text, "f", &["--range", "x=-1..1", "--apply"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(after.ends_with("double f(double x)\n{\n    return expm1(x);\n}\n"), "{after}");
}

#[test]
fn nothing_is_changed_without_being_asked() {
    let text = "#include <math.h>\ndouble f(double x) { return log(1 + x); }\n";
    let (finished, after) = fix(text, "f", &["--range", "x=1e-9..1", "--json"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(after, text);
    let report: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(report["expressions"][0]["patches"][0]["text"], "log1p(x)");
    let new = &report["expressions"][0]["patches"][0]["errors"]["average"];
    assert!(new.as_f64().unwrap() < 0.5, "{new}");
}

#[test]
fn what_cannot_be_patched_is_said_in_one_sentence() {
    let text = "#include <math.h>\n#define D(a) ((a) - 1)\ndouble g(double);\ndouble f(double x) { return D(exp(x)); }\n\
                double h(double x) { return g(x) - 1; }\ndouble k(double x) { return x + 1; }\n";
    let sentences = [
        ("f", "stands inside of the macro `D`", 1),
        ("k", "nothing to improve", 1),
        ("nowhere", "nowhere", 2),
    ];
    for (function, sentence, code) in sentences {
        let (finished, after) = fix(text, function, &["--range", "x=1..2"]);
        let said = format!("{}{}", finished.stdout, finished.stderr);
        assert!(said.contains(sentence), "{function}: {said}");
        assert_eq!(finished.code, Some(code), "{function}: {said}");
        assert_eq!(after, text);
    }
}
