//! Commands on programs with ways that they do not see. What is proven on such programs is tested
//! in `ulpwise-driver`, `tests/sound`.

use crate::common::ulpwise;

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
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
    assert!(finished.stdout.contains("return 1 / y;"), "the line is shown: {finished:?}");
    assert!(finished.stdout.contains("reproduce with: ulpwise run"), "it is followed: {finished:?}");
    let kept: Vec<_> = std::fs::read_dir(&witnesses).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{finished:?}");
    let replayed = ulpwise(&["replay", kept[0].to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

/// The operations of a handler are operations of the program, which native code reaches.
#[test]
fn what_a_handler_does_is_found_natively() {
    let source = "
static double g(double x) { if (x > 1.5) throw x; return x; }
extern \"C\" double f(double x) {
    try { return g(x); } catch (double z) { return 1 / (z - 1.75); }
}";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("handler.cpp");
    std::fs::write(&path, source).unwrap();
    let finished = ulpwise(&["check", path.to_str().unwrap(), "--fn", "f", "--timeout", "20"]);
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
    assert!(finished.stdout.contains("f(x = 1.75)"), "{finished:?}");
}

/// Other commands that say *proven* begin with the same variables.
#[test]
fn no_command_proves_what_depends_on_a_variable() {
    let source = "
double off = 0;
void set(double o) { off = o; }
double f(double x) { return (x + off) - off; }
double g(short n) { return n / (off + 1); }";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variable.c");
    std::fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let ranged = [path, "--fn", "f", "--range", "x=1..2", "--timeout", "5"];
    for (command, wanted) in [("stability", "0 stable"), ("accuracy", "no bound is proven")] {
        let finished = ulpwise(&[&[command], &ranged[..]].concat());
        assert!(finished.stdout.contains(wanted) && finished.stdout.contains("'off'"), "{finished:?}");
    }
    let tried = ulpwise(&["search", path, "--fn", "g", "--exhaustive"]);
    assert!(tried.stdout.contains("nothing is proven by trying all 65536 inputs"), "{tried:?}");
}
