//! `ulpwise diff`: the pairs of `corpus/diff` get the verdict that each file states, and what cannot
//! be compared is refused in one sentence.

use crate::common::{Finished, root, ulpwise};
use serde_json::Value;
use std::path::PathBuf;

/// Two functions, and what is true of them.
#[derive(Clone, Debug)]
struct CorpusPair {
    /// The arguments that name both.
    arguments: Vec<String>,
    verdict: String,
}

/// The pairs that a file of the corpus states.
fn pairs(file: &str) -> Vec<CorpusPair> {
    let folder = root().join("corpus/diff");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let lines = text.lines().filter_map(|line| {
        let words = line.trim_start_matches(['/', '*', '!', ' ']).strip_prefix("pair ")?;
        Some(words.trim_end_matches("*/").trim().to_owned())
    });
    let pair = |words: String| {
        let mut words = shlex::split(&words).unwrap().into_iter();
        let (name, verdict) = (words.next().unwrap(), words.next().unwrap());
        let rest: Vec<String> = words.collect();
        let (files, options): (Vec<String>, Vec<String>) =
            rest.into_iter().partition(|word| folder.join(word).is_file());
        let mut arguments = vec![path(file)];
        arguments.extend(files.iter().map(|name| path(name)));
        if !files.is_empty() {
            arguments.extend(["--fn".to_owned(), name]);
        } else if !options.iter().any(|option| option == "--fn") {
            arguments.extend(["--fn".to_owned(), format!("old={name}_old")]);
            arguments.extend(["--fn".to_owned(), format!("new={name}_new")]);
        }
        arguments.extend(options);
        CorpusPair { arguments, verdict }
    };
    lines.filter(|words| words.contains(" same") || words.contains(" different")).map(pair).collect()
}

fn diff(arguments: &[String]) -> Finished {
    let limits = ["diff", "--timeout", "30", "--calls", "5000"];
    let words: Vec<&str> = limits.into_iter().chain(arguments.iter().map(String::as_str)).collect();
    ulpwise(&words)
}

/// Every pair of a file gets its verdict.
fn judge(file: &str, least: usize) {
    let pairs = pairs(file);
    assert!(pairs.len() >= least, "{file}: {} pairs", pairs.len());
    let mut wrong = Vec::new();
    for pair in pairs {
        let arguments: Vec<String> = pair.arguments.iter().cloned().chain(["--json".to_owned()]).collect();
        let finished = diff(&arguments);
        let found: Value = serde_json::from_str(&finished.stdout).unwrap_or(Value::Null);
        let is_right = found["verdict"] == pair.verdict.as_str()
            && finished.code == Some(if pair.verdict == "same" { 0 } else { 1 })
            && (pair.verdict == "same") == found["cases"].as_array().is_some_and(Vec::is_empty);
        if !is_right {
            wrong.push(format!("{pair:?}: {finished:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn refactorings_are_proven_to_change_nothing() {
    judge("refactorings.c", 17);
}

#[test]
fn formulas_that_differ_are_shown_to() {
    judge("formulas.c", 18);
}

#[test]
fn ports_to_other_languages_are_compared() {
    judge("ports.f90", 11);
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, text) in files {
        let path: PathBuf = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        paths.push(path.to_str().unwrap().to_owned());
    }
    (folder, paths)
}

fn verdict(source: &str, options: &[&str]) -> (String, Finished) {
    let (_folder, paths) = folder(&[("pair.c", source)]);
    let functions = ["--fn", "old=f", "--fn", "new=g", "--json"];
    let words = paths.iter().map(String::as_str).chain(functions).chain(options.iter().copied());
    let finished = diff(&words.map(str::to_owned).collect::<Vec<_>>());
    let found: Value = serde_json::from_str(&finished.stdout).unwrap_or(Value::Null);
    (found["verdict"].as_str().unwrap_or("none").to_owned(), finished)
}

/// What a call leaves behind besides its result counts, and what is undefined proves nothing.
#[test]
fn same_is_not_said_of_what_is_not_compared() {
    let unequal = [
        ("int n; double f(double x) { n++; return x; } double g(double x) { return x; }", "a variable"),
        (
            "double f(double x) { double y; return x > 0 ? x : y; } double g(double x) { double y; return x > 0 ? x : y; }",
            "never set",
        ),
        (
            "#include <stdio.h>\ndouble f(double x) { puts(\"a\"); return x; } double g(double x) { puts(\"b\"); return x; }",
            "prints",
        ),
        (
            "double f(const double *v, int n) { double s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; } double g(const double *v, int n) { double s = 0; for (int i = 0; i < n; i++) s = v[i] + s; return s; }",
            "beyond an array",
        ),
        (
            "double f(double a[2]) { a[1] = 1; return a[0]; } double g(double a[2]) { return a[0]; }",
            "an argument",
        ),
        (
            "double h(double); double f(double x) { return h(x); } double g(double x) { return h(x); }",
            "a function that is not there",
        ),
    ];
    for (source, what) in unequal {
        let (verdict, finished) = verdict(source, &["--timeout", "5"]);
        assert_ne!(verdict, "same", "{what}: {finished:?}");
    }
    let (verdict, finished) = verdict(unequal[4].0, &[]);
    assert_eq!(verdict, "different", "{finished:?}");
}

/// The same where all inputs are tried.
#[test]
fn trials_do_not_say_same_of_what_calls_do_not_show() {
    let unequal = [
        "signed char g_; int f(signed char c) { g_ = c; return 0; } int g(signed char c) { g_ = c + 1; return 0; }",
        "int putchar(int); int f(signed char c) { putchar(1); return c; } int g(signed char c) { return c; }",
        "int fesetround(int); int f(signed char c) { fesetround(0x400); return c; } int g(signed char c) { return c; }",
        "void srand(unsigned); int f(signed char c) { srand(c); return c; } int g(signed char c) { return c; }",
        "char *setlocale(int, const char *); int f(signed char c) { setlocale(0, \"C\"); return c; } int g(signed char c) { return c; }",
        "int atexit(void (*)(void)); void h(void) {} int f(signed char c) { atexit(h); return c; } int g(signed char c) { return c; }",
        "_Thread_local int t; int f(signed char c) { t = c; return c; } int g(signed char c) { return c; }",
        "int f(signed char c) { static int n; n++; return c; } int g(signed char c) { return c; }",
    ];
    for source in unequal {
        let (verdict, finished) = verdict(source, &["--timeout", "5"]);
        assert_ne!(verdict, "same", "{source}: {finished:?}");
    }
    let (_folder, paths) = folder(&[(
        "pair.cpp",
        "#include <cstdlib>\nextern \"C\" int f(signed char c) { if (c == 1) throw 1; return c; } extern \"C\" int g(signed char c) { if (c == 1) abort(); return c; }",
    )]);
    let words = [paths[0].as_str(), "--fn", "old=f", "--fn", "new=g", "--timeout", "5"];
    let finished = diff(&words.map(str::to_owned));
    assert!(!finished.stdout.contains("\nsame"), "{finished:?}");
}

/// A tolerance admits what is within it, and the proof says so.
#[test]
fn tolerances_are_kept() {
    let float = "float f(float x) { return x * 3; } float g(float x) { return x + x + x; }";
    assert_eq!(verdict(float, &["--range", "x=1..2", "--within", "1ulp"]).0, "same");
    let zeros = "double f(double x) { return x; } double g(double x) { return x == 0 ? 0 : x; }";
    assert_eq!(verdict(zeros, &[]).0, "different");
    assert_eq!(verdict(zeros, &["--within", "0ulp"]).0, "same");
}

/// An infinity is near no number, whatever the tolerance: neither natively nor in a proof.
#[test]
fn no_tolerance_admits_an_infinity() {
    let source =
        "double f(double x) { return x > 1 ? 1 / 0.0 : x; } double g(double x) { return x > 1 ? 1 : x; }";
    for tolerance in [["--relative", "1"], ["--absolute", "1e300"]] {
        assert_eq!(verdict(source, &tolerance).0, "different", "{tolerance:?}");
    }
    let overflow = "double f(double x) { return x; } double g(double x) { return x == 0x1.fffffffffffffp1023 ? 1 / 0.0 : x; }";
    assert_eq!(verdict(overflow, &["--within", "1ulp"]).0, "different");
}

/// Formulas that round the same real function are within the sum of their errors, and no further.
#[test]
fn error_forms_bound_differences() {
    let source = "double f(double x) { return ((x - 6) * x + 11) * x - 6; }\n\
                  double g(double x) { return x * x * x - 6 * (x * x) + 11 * x - 6; }";
    let (found, finished) = verdict(source, &["--range", "x=0..4", "--absolute", "1e-13"]);
    assert_eq!(found, "same", "{finished:?}");
    assert!(finished.stdout.contains("error forms of both"), "{finished:?}");
    assert_eq!(verdict(source, &["--range", "x=0..4", "--absolute", "1e-15"]).0, "different");
    let other = "double f(double x) { return x / 3; } double g(double x) { return x * (1.0 / 3); }";
    assert_eq!(verdict(other, &["--range", "x=1e-9..1e9", "--relative", "1e-15"]).0, "same");
    assert_ne!(verdict(other, &["--range", "x=1e-9..1e9", "--relative", "1e-17"]).0, "same");
}

/// Which exceptions calls raise can be all that counts, or nothing.
#[test]
fn exceptions_and_outcomes_are_compared() {
    let source = "double f(double x, double y) { return (x + y) / 2; } double g(double x, double y) { return x / 2 + y / 2; }";
    let (found, finished) = verdict(source, &["--compare", "exceptions"]);
    assert_eq!(found, "different", "{finished:?}");
    let json: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(json["cases"][0]["exceptions"][0], serde_json::json!(["overflow"]), "{json}");
    let small = ["--compare", "exceptions", "--range", "x=-1..1", "--range", "y=-1..1"];
    assert_eq!(verdict(source, &small).0, "same");
    assert_eq!(verdict(source, &["--compare", "outcome"]).0, "same");
    let hidden = "float f(float x) { return x; } float g(float x) { volatile float y = 1; return x / x == y ? x : x; }";
    assert_ne!(verdict(hidden, &["--compare", "results,exceptions"]).0, "same");
    let converted = "int f(double x) { return x > 1e10 ? 0 : 1; } int g(double x) { int n = x > 1e10 ? (int)x : 0; return x > 1e10 ? n * 0 : 1; }";
    assert_ne!(verdict(converted, &["--compare", "exceptions"]).0, "same");
    let aborts = "#include <stdlib.h>\ndouble f(double x) { if (x > 1) abort(); return x; } double g(double x) { return x; }";
    assert_eq!(verdict(aborts, &["--compare", "outcome"]).0, "different");
}

/// Conditions limit the inputs, and calls that fail leave nothing that counts.
#[test]
fn assumptions_and_success_are_kept() {
    let source =
        "double f(double x, double y) { return x > y ? 1 : 0; } double g(double a, double b) { return 0; }";
    assert_eq!(verdict(source, &[]).0, "different");
    assert_eq!(verdict(source, &["--assume", "x <= y"]).0, "same");
    let (found, finished) = verdict(source, &["--assume", "x >= y"]);
    assert_eq!(found, "different", "{finished:?}");
    let (_, finished) = verdict(source, &["--assume", "x < y && x > y"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    let status = "int f(double x, double *r) { if (x < 0) { *r = 1; return 7; } *r = x; return 0; }\n\
                  int g(double x, double *r) { if (x < 0) { *r = 2; return 7; } *r = x; return 0; }";
    assert_eq!(verdict(status, &[]).0, "different");
    assert_eq!(verdict(status, &["--success", "return == 0"]).0, "same");
    assert_eq!(verdict(status, &["--success", "return >= 0"]).0, "different");
    let other = status.replace("*r = 2; return 7", "*r = 2; return 8");
    assert_eq!(verdict(&other, &["--success", "return == 0"]).0, "different");
}

/// A library of another compiler is called, and nothing is proven of it.
#[test]
fn a_shared_library_is_compared() {
    let source = "double f(double x, const double *a) { return x * a[0] + a[1]; }";
    let (folder, paths) = folder(&[("a.c", source)]);
    let library = folder.path().join("libother.so");
    let built = std::process::Command::new("clang-22")
        .args(["-O2", "-shared", "-fPIC", "-march=x86-64-v3", "-ffp-contract=fast", "-o"])
        .args([library.as_os_str(), std::ffi::OsStr::new(&paths[0])])
        .status();
    assert!(built.unwrap().success());
    let library = library.to_str().unwrap().to_owned();
    let compare = |prototype: &[&str]| {
        let words = [paths[0].as_str(), &library, "--fn", "f", "--len", "a=2"]
            .into_iter()
            .chain(prototype.iter().copied());
        diff(&words.map(str::to_owned).collect::<Vec<_>>())
    };
    let finished = compare(&["--prototype", "double f(double x, const double *a)"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("different: not the same bits"), "{finished:?}");
    let finished = compare(&[]);
    assert!(finished.code == Some(2) && finished.stderr.contains("--prototype"), "{finished:?}");
    let finished = compare(&["--prototype", "double missing_one(double x, const double *a)"]);
    assert!(
        finished.code == Some(2) && finished.stderr.contains("no function `missing_one`"),
        "{finished:?}"
    );
    let finished = compare(&["--prototype", "double f(double)"]);
    assert!(finished.code == Some(2) && finished.stderr.contains("named parameters"), "{finished:?}");
}

/// Reports say the same as the terminal, and the command that is shown has the same difference.
#[test]
fn a_difference_is_reported_and_reproduced() {
    let source = "double f(double x) { return x / 10; } double g(double x) { return x * 0.1; }";
    let (folder, paths) = folder(&[("pair.c", source)]);
    let (sarif, html) = (folder.path().join("d.sarif"), folder.path().join("d.html"));
    let words =
        [&paths[0], "--fn", "old=f", "--fn", "new=g", "--json", "--sarif", sarif.to_str().unwrap(), "--html"];
    let finished =
        diff(&words.into_iter().chain([html.to_str().unwrap()]).map(str::to_owned).collect::<Vec<_>>());
    let found: Value = serde_json::from_str(&finished.stdout).unwrap();
    let sarif: Value = serde_json::from_str(&std::fs::read_to_string(sarif).unwrap()).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1, "{sarif}");
    assert!(std::fs::read_to_string(html).unwrap().contains("<h1>different</h1>"));
    let again = found["cases"][0]["again"].as_str().unwrap();
    let words: Vec<String> = shlex::split(again).unwrap().into_iter().skip(1).collect();
    let finished = ulpwise(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let (old, new) = (&found["cases"][0]["outputs"][0]["old"], &found["cases"][0]["outputs"][0]["new"]);
    let same = format!("return: old {}, new {}", old.as_str().unwrap(), new.as_str().unwrap());
    assert!(finished.stdout.contains(&same), "{finished:?}");
}

/// The exact result, where the computations part, and what is seen of it.
#[test]
fn a_difference_is_explained() {
    let source = "double f(double a, double b, double c) { return a * b + c; }\n\
                  double g(double a, double b, double c) { return __builtin_fma(a, b, c); }";
    let (_, finished) =
        verdict(source, &["--explain", "--range", "a=1..2", "--range", "b=1..2", "--range", "c=-1..1"]);
    let found: Value = serde_json::from_str(&finished.stdout).unwrap();
    let case = &found["cases"][0];
    let output = &case["outputs"][0];
    assert!(output["exact"][0].is_string() && output["exact"][0] == output["new"], "{found}");
    let first = case["first_apart"][1].as_str().unwrap();
    assert!(first.contains("pair.c:2"), "{found}");
    assert!(found["explanation"][0].as_str().unwrap().starts_with("contraction"), "{found}");
}

/// The file as it was, and as it is.
#[test]
fn revisions_are_compared() {
    let (folder, paths) = folder(&[("a.c", "double f(double x) { return x + 1; }")]);
    let git = |arguments: &[&str]| {
        let run = std::process::Command::new("git").arg("-C").arg(folder.path()).args(arguments).output();
        assert!(run.unwrap().status.success(), "git {arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"]);
    let compare = |source: &str| {
        std::fs::write(&paths[0], source).unwrap();
        diff(&["--git".to_owned(), "HEAD".to_owned(), paths[0].clone()]).code
    };
    assert_eq!(compare("double f(double y) { return 1 + y; }"), Some(0));
    assert_eq!(compare("double f(double y) { return y + 1.5; }"), Some(1));
    let missing = diff(&["--git".to_owned(), "no-such".to_owned(), paths[0].clone()]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("--git no-such"), "{missing:?}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let refused = |source: &str, options: &[&str], part: &str| {
        let (_, finished) = verdict(source, options);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(part), "{part}: {finished:?}");
    };
    refused(
        "double f(double x) { return x; } double g(double x, double y) { return x + y; }",
        &[],
        "do not match",
    );
    refused("double f(double x) { return x; } float g(float x) { return x; }", &[], "different types");
    refused(
        "double f(double x) { return x; } void g(double x) { }",
        &[],
        "returns 1 numbers and the new one 0",
    );
    refused("double f(double x) { return x; }", &[], "the new program");
    let both = "double f(double x) { return x; } double g(double x) { return x; }";
    refused(both, &["--within", "-1"], "whole number of ulps");
    refused(both, &["--relative", "-1"], "negative");
    refused(both, &["--absolute", "nan"], "no number");
    refused(both, &["--absolute", "1", "--relative", "1"], "cannot be used with");
    let (_folder, paths) = folder(&[("a.c", both), ("b.c", "double f(double x) { return y; }")]);
    let finished = diff(&[paths[0].clone(), paths[1].clone(), "--fn".to_owned(), "f".to_owned()]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("b.c"), "{finished:?}");
}
