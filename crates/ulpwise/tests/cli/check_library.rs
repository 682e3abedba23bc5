//! `ulpwise check` on several functions: runs that go on where they were, the time of all of them,
//! and what is known already.

use crate::check::{HIDDEN, PATIENCE, file};
use crate::common::ulpwise;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The verdicts on all functions of a document, without what depends on the time.
fn ledgers(text: &str) -> BTreeMap<String, Value> {
    let document: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"));
    let functions = document["functions"].as_array().unwrap();
    functions
        .iter()
        .map(|one| (one["function"].as_str().unwrap().to_owned(), one["ledger"].clone()))
        .collect()
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let (folder, file) = file("hidden.c", HIDDEN);
    let (own, whole) = (folder.path().join("own"), folder.path().join("whole"));
    let arguments = |output: &PathBuf| -> Vec<String> {
        let fixed = [
            "check",
            file.to_str().unwrap(),
            "--analysis",
            "symbolic",
            "--property",
            "divide-by-zero",
            "--json",
        ];
        let fixed =
            fixed.into_iter().chain(["--timeout", PATIENCE, "--jobs", "2", "-o", output.to_str().unwrap()]);
        fixed.map(str::to_owned).collect()
    };
    let given = arguments(&whole);
    let expected = ulpwise(&given.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = ledgers(&expected.stdout);
    assert_eq!(expected.len(), 20);
    let given = arguments(&own);
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    // Killed as soon as there is something new, ten times: no moment is named, so none is waited
    // for.
    let known =
        |folder: &PathBuf| std::fs::metadata(folder.join("check.sqlite-wal")).map_or(0, |file| file.len());
    for _ in 0..10 {
        let before = known(&own);
        let mut child = crate::common::command(&given).stdout(std::process::Stdio::null()).spawn().unwrap();
        while known(&own) == before && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let finished = ulpwise(&given);
    assert_eq!(ledgers(&finished.stdout), expected);
    // Once more, nothing is left to do; and another folder takes it over.
    let merged = folder.path().join("merged");
    let given = arguments(&merged);
    let mut given: Vec<&str> = given.iter().map(String::as_str).collect();
    given.extend(["--merge", own.to_str().unwrap(), "--merge", whole.to_str().unwrap()]);
    assert_eq!(ledgers(&ulpwise(&given).stdout), expected);
    given.extend(["--seed", "2"]);
    let refused = ulpwise(&given);
    assert!(refused.code == Some(2) && refused.stderr.contains("other options"), "{refused:?}");
}

/// What a file includes is a part of the program.
#[test]
fn verdicts_on_another_header_are_not_gone_on_with() {
    let (folder, file) = file("f.c", "#include \"k.h\"\ndouble f(double x) { return x / K; }\n");
    let header = folder.path().join("k.h");
    let own = folder.path().join("own");
    let check = |divisor: &str| {
        std::fs::write(&header, format!("#define K {divisor}\n")).unwrap();
        ulpwise(&["check", file.to_str().unwrap(), "-o", own.to_str().unwrap(), "--timeout", "5"])
    };
    let first = check("4.0");
    assert!(matches!(first.code, Some(0 | 1)), "{first:?}");
    let other = check("0.0");
    assert!(other.code == Some(2) && other.stderr.contains("another program"), "{other:?}");
    let again = check("4.0");
    assert_eq!(again.stdout, first.stdout);
}

#[test]
fn a_run_that_checks_nothing_is_not_clean() {
    let source = "double g(double x) { return x * x; }\ndouble f(double y) { return y + 1; }\n";
    let (_folder, file) = file("f.c", source);
    let finished = ulpwise(&["check", file.to_str().unwrap(), "--range", "q=1..2"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--range q=1..2: none of the functions has an input"), "{finished:?}");
    // A range is about the functions that have an input of its name.
    let one = ulpwise(&["check", file.to_str().unwrap(), "--range", "x=1..2", "--property", "overflow"]);
    assert!(one.code == Some(0) && one.stdout.contains("2 functions"), "{one:?}");
    let none = ulpwise(&["check", file.to_str().unwrap(), "--not-fn", "*"]);
    assert!(none.code == Some(2) && none.stderr.contains("--not-fn leaves out every function"), "{none:?}");
    let without =
        ulpwise(&["check", file.to_str().unwrap(), "--not-fn", "g", "--quiet", "--range", "*=1..2"]);
    assert_eq!((without.code, without.stdout.as_str()), (Some(0), ""), "{without:?}");
}

#[test]
fn what_is_left_of_the_time_of_all_functions_goes_to_more_time_slices() {
    // A search proves nothing, so that invalid operations stay open however long it takes.
    let source = "double g(double x) { return x * x; }\ndouble f(double x) { return g(x) + g(x + 1); }\n";
    let (folder, file) = file("f.c", source);
    let verdicts = folder.path().join("verdicts");
    let start = ["check", file.to_str().unwrap(), "--analysis", "native", "--json", "--timeout", "0.3"];
    let start = [&start[..], &["-o", verdicts.to_str().unwrap()]].concat();
    let witnesses = |finished: &str| -> Vec<String> {
        let is_witness = |entry: &&Value| entry["verdict"] == "witness";
        let name = |entry: &Value| format!("{} {}", entry["site"], entry["property"]);
        let of = |ledger: &Value| ledger.as_array().unwrap().iter().filter(is_witness).map(name).collect();
        ledgers(finished).values().flat_map(|ledger| -> Vec<String> { of(ledger) }).collect()
    };
    let before = witnesses(&ulpwise(&start).stdout);
    assert!(before.iter().any(|name| name.contains("overflow")), "{before:?}");
    let turns = || -> u64 {
        let functions = ulpwise_driver::stored_functions(&verdicts).unwrap();
        assert_eq!(functions.len(), 2);
        functions.iter().map(|function| function.slices).sum()
    };
    assert_eq!(turns(), 0);
    // A machine that is busy may need more time to start.
    let mut totals = ["3", "12", "60"].into_iter();
    while turns() == 0 {
        let total = totals.next().expect("no turn in a minute");
        let after = witnesses(&ulpwise(&[&start[..], &["--total", total]].concat()).stdout);
        assert!(before.iter().all(|name| after.contains(name)), "{before:?} {after:?}");
    }
}

#[test]
fn known_findings_are_accepted_and_stale_ones_are_reported() {
    let source = "double f(double x) {\n    // ulpwise: allow(overflow) who squares that much knows\n    return x * x;\n}\n";
    let (folder, file) = file("f.c", source);
    let name = file.to_str().unwrap();
    let baseline = folder.path().join("baseline.json");
    let baseline = baseline.to_str().unwrap();
    let start = ["check", name, "--fn", "f", "--timeout", PATIENCE];
    let overflow = ulpwise(&[&start[..], &["--property", "overflow"]].concat());
    assert_eq!(overflow.code, Some(0), "{overflow:?}");
    assert!(overflow.stdout.contains("1 exception is accepted"), "{}", overflow.stdout);
    let both = ["--property", "overflow", "--property", "underflow", "--fail-on", "note"];
    let found = ulpwise(&[&start[..], &both, &["--write-baseline", baseline]].concat());
    assert_eq!(found.code, Some(1), "the underflow is not accepted: {found:?}");
    let known = ulpwise(&[&start[..], &both, &["--baseline", baseline]].concat());
    assert_eq!(known.code, Some(0), "{known:?}");
    std::fs::write(&file, source.replace("x * x", "x + x - x / 3")).unwrap();
    let stale = ulpwise(&[&start[..], &["--property", "underflow", "--baseline", baseline]].concat());
    assert!(stale.stdout.contains("stale in the baseline: overflow at f#0 in f was not found"), "{stale:?}");
    let broken = ulpwise(&[&start[..], &["--baseline", name]].concat());
    assert!(broken.code == Some(2) && broken.stderr.contains("--baseline"), "{broken:?}");
}
