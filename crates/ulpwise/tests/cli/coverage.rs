//! `ulpwise coverage`: lines and branches of given calls and of witnesses.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use std::path::Path;

const PROGRAM: &str = "double f(double x, int n, double *r) {
  if (x < 0)
    return -x;
  *r = 1 / (x - 2);
  if (n == 7)
    *(volatile int *)0 = 1;
  return n > 3 ? *r : x;
}
double g(double x) { return x * x; }
";

fn program(folder: &Path) -> String {
    let file = folder.join("program.c");
    std::fs::write(&file, PROGRAM).unwrap();
    file.to_str().unwrap().to_owned()
}

fn counts(reported: &Value) -> Vec<(u64, u64)> {
    let lines = reported["files"][0]["lines"].as_array().unwrap();
    lines.iter().map(|line| (line["line"].as_u64().unwrap(), line["count"].as_u64().unwrap())).collect()
}

#[test]
fn calls_are_counted_and_a_crash_ends_only_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (file, info) = (program(folder.path()), folder.path().join("f.info"));
    let calls = ["--call", "-1,0,_", "--call", "1,7,_", "--call", "3,1,_"];
    let start = ["coverage", &file, "--fn", "f", "--json", "-o", info.to_str().unwrap()];
    let finished = ulpwise(&[&start[..], &calls].concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let reported: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!((&reported["calls"], &reported["not_returned"]), (&Value::from(3), &Value::from(1)));
    let counts = counts(&reported);
    for expected in [(2, 3), (3, 1), (4, 2), (6, 1), (7, 1)] {
        assert!(counts.contains(&expected), "{expected:?}: {counts:?}");
    }
    let trace = std::fs::read_to_string(info).unwrap();
    assert!(trace.contains(&format!("SF:{file}\n")) && trace.contains("\nDA:3,1\n"), "{trace}");

    let text = ulpwise(&["coverage", &file, "--fn", "f", "--call", "-1,0,_"]).stdout;
    assert!(text.contains("not run: 4-"), "{text}");
    assert!(text.contains("line 2: 1 of 2 branches taken") && text.ends_with("\n1 call\n"), "{text}");
}

#[test]
fn witnesses_are_calls_too() {
    let folder = tempfile::tempdir().unwrap();
    let (file, found) = (program(folder.path()), folder.path().join("found"));
    let found = found.to_str().unwrap();
    for function in ["f", "g"] {
        let searched = ulpwise(&["search", &file, "--fn", function, "--calls", "2000", "--witnesses", found]);
        assert_eq!(searched.code, Some(0), "{searched:?}");
    }
    let finished = ulpwise(&["coverage", &file, "--witnesses", found, "--json"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let reported: Value = serde_json::from_str(&finished.stdout).unwrap();
    let counts = counts(&reported);
    let ran = |wanted: u64| counts.iter().any(|&(line, count)| line == wanted && count > 0);
    assert!(ran(4) && ran(9), "{counts:?}");

    let other = folder.path().join("other.c");
    std::fs::write(&other, "float f(float x) { return x; } double g(double x) { return x; }").unwrap();
    let refused = ulpwise(&["coverage", other.to_str().unwrap(), "--witnesses", found]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("f takes other arguments in this program"), "{refused:?}");
}

fn refused(arguments: &[&str]) -> Finished {
    let folder = tempfile::tempdir().unwrap();
    let file = program(folder.path());
    let finished = ulpwise(&[&["coverage", &file], arguments].concat());
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert_eq!(finished.stdout, "");
    finished
}

#[test]
fn calls_that_cannot_be_made_are_refused_before_anything_runs() {
    for (call, why) in [
        ("1,2", "there are 2 values, and the function takes 3"),
        ("1,x,_", "--call 1,x,_"),
        ("1,99999999999,_", "--call 1,99999999999,_"),
    ] {
        let finished = refused(&["--fn", "f", "--call", call]);
        assert!(finished.stderr.contains(why), "{finished:?}");
    }
    assert!(refused(&[]).stderr.contains("--call"));
    assert!(refused(&["--witnesses", "nowhere.json"]).stderr.contains("nowhere.json cannot be read"));
    assert!(refused(&["--fn", "f", "--call", "1,1,_", "--link", "no.so"]).stderr.contains("no such file"));
}
