//! What `ulpwise check` writes for others, and what it does when that cannot be written or the
//! source is not as it was.

use crate::common::{Finished, command, ulpwise};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

/// One exception of each level: the quotient may be a number all the same, the sum is right, and
/// the product is too small to be seen.
const LEVELS: &str =
    "double f(double x, double y) { double p = x * x / y; double q = p > 1 ? 1 / p : 0; return q; }\n";

const PATIENCE: [&str; 2] = ["--timeout", "600"];

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn check(arguments: &[&str]) -> Finished {
    ulpwise(&[&["check"], arguments, &PATIENCE].concat())
}

#[test]
fn one_run_writes_everything() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sarif, junit, html, baseline) = (at("a.sarif"), at("a.xml"), at("a.html"), at("known.json"));
    let files = ["--sarif", &sarif, "--junit", &junit, "--html", &html, "--write-baseline", &baseline];
    let finished = check(&[&["examples/average.c", "--fn", "average", "--json"], &files[..]].concat());
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let document: Value = serde_json::from_str(&finished.stdout).unwrap();
    let found = document["functions"][0]["witnesses"].as_u64().unwrap() as usize;
    let sarif: Value = serde_json::from_str(&std::fs::read_to_string(sarif).unwrap()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), found);
    assert_eq!(results[0]["ruleId"], "overflow");
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&Value::from(12), &Value::from(15)));
    let junit = std::fs::read_to_string(junit).unwrap();
    assert_eq!(junit.matches("<failure ").count(), found, "{junit}");
    let html = std::fs::read_to_string(html).unwrap();
    assert_eq!(html.matches("<article ").count(), found);
    assert!(html.contains("<svg "), "there is a plot");
    assert!(std::fs::read_to_string(baseline).unwrap().contains("ulpwise-baseline"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 4, "nothing else is left behind: {left:?}");
}

#[test]
fn the_exit_code_follows_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "f.c", LEVELS);
    let of = |level: &str| check(&[&file, "--fail-on", level, "--quiet"]);
    let note = of("note");
    assert_eq!(note.code, Some(1), "{note:?}");
    assert!(note.stdout.contains(": warning: ") || note.stdout.contains(": error: "), "{note:?}");
    assert_eq!(of("never").code, Some(0));
    let has_error = note.stdout.contains(": error: ");
    assert_eq!(of("error").code, Some(i32::from(has_error)), "{note:?}");
    let wrong = of("fatal");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("it is none of never, error, warning, note, unknown"), "{wrong:?}");
}

#[test]
fn quiet_is_silent_about_what_is_fine() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "f.c", "double f(double x) { return x + 1; }\n");
    let fine = check(&[&file, "--property", "invalid", "--quiet"]);
    assert_eq!((fine.code, fine.stdout.as_str()), (Some(0), ""), "{fine:?}");
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let plain = write(folder.path(), "plain", "");
    let below = format!("{plain}/report");
    for option in ["--sarif", "--junit", "--html", "--write-baseline"] {
        // The program does not even compile: it was not analysed.
        let broken = write(folder.path(), "broken.c", "double f(");
        let finished = check(&[&broken, option, &below]);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(&format!("{option} {below} cannot be written")), "{finished:?}");
        let finished = check(&[&broken, option, folder.path().to_str().unwrap()]);
        assert!(finished.stderr.contains("that is a folder"), "{finished:?}");
        let nowhere = folder.path().join("absent/report");
        let finished = check(&[&broken, option, nowhere.to_str().unwrap()]);
        assert!(finished.stderr.contains("its folder does not exist"), "{finished:?}");
    }
    let finished = check(&["examples/average.c", "--witnesses", &below]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--witnesses"), "{finished:?}");
}

#[test]
fn a_run_that_is_refused_leaves_an_old_report_alone() {
    let folder = tempfile::tempdir().unwrap();
    let report = write(folder.path(), "old.html", "old");
    let finished = check(&["nowhere.c", "--html", &report]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert_eq!(std::fs::read_to_string(&report).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn sources_of_other_encodings_and_sources_that_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let latin = write(folder.path(), "latin.c", b"double f(double x) { /* \xe9t\xe9 */ return 1 / x; }\n");
    let bitcode = folder.path().join("latin.bc");
    let status = std::process::Command::new("clang-22")
        .args(["-O0", "-g", "-emit-llvm", "-c", &latin, "-o"])
        .arg(&bitcode)
        .status()
        .expect("clang-22 is installed");
    assert!(status.success());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sarif, html) = (at("a.sarif"), at("a.html"));
    let reports = ["--sarif", &sarif, "--html", &html, "--property", "divide-by-zero"];
    let read = |file: &str| std::fs::read_to_string(file).unwrap();
    let finished = check(&[&[latin.as_str()], &reports[..]].concat());
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("return 1 / x"), "{finished:?}");
    assert!(read(&html).contains("</mark> x; }"), "the line is shown");
    let mut results: Value = serde_json::from_str(&read(&sarif)).unwrap();
    let region = results["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].take();
    // Two bytes that are no UTF-8 are two characters, so that the column is the editor's.
    assert_eq!(region["startColumn"], 41, "{region}");
    std::fs::remove_file(&latin).unwrap();
    let finished = check(&[&[bitcode.to_str().unwrap()], &reports[..]].concat());
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
    assert!(read(&html).contains("The file is not there any more."), "it is said");
    assert!(read(&sarif).contains("\"startLine\": 1"));
}

#[test]
fn a_reader_that_goes_away_loses_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("a.html");
    let arguments =
        ["check", "examples/average.c", "--fn", "average", "--json", "--html", html.to_str().unwrap()];
    let mut child = command(&[&arguments[..], &PATIENCE].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(html.is_file());
}
