//! Contracts in comments: kept programs in four languages, each with what is expected of it.
//!
//! `//~ contract` ends a line with a call that breaks a contract, `//~^ diagnostic: TEXT` follows one
//! with a contract that is wrong, and `//= FUNCTION PROPERTY VERDICT` says what is known of a function.

use crate::common::{Finished, root, ulpwise};
use serde_json::Value;
use std::collections::BTreeSet;

const FOLDER: &str = "crates/ulpwise/tests/programs/contracts";

/// The verdicts of a function on a property, `accepted` for a finding that is.
fn verdicts(function: &Value, property: &str) -> Vec<String> {
    let ledger = function["ledger"].as_array().unwrap().iter();
    let of_it = ledger.filter(|entry| entry["property"] == property);
    let verdict = |entry: &Value| match entry["accepted"].as_str() {
        Some(_) => "accepted".to_owned(),
        None => entry["verdict"].as_str().unwrap().to_owned(),
    };
    of_it.map(verdict).collect()
}

fn check(name: &str, arguments: &[&str]) -> (Value, Finished) {
    let file = format!("{FOLDER}/{name}");
    let finished = ulpwise(&[&["check", &file, "--json", "--timeout", "5"], arguments].concat());
    let document = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{name}: {finished:?}"));
    (document, finished)
}

/// Holds a program against what it says is expected.
fn hold(name: &str) -> usize {
    let text = std::fs::read_to_string(root().join(FOLDER).join(name)).unwrap();
    let (document, _) = check(name, &[]);
    let functions = document["functions"].as_array().unwrap();
    let mark = if name.contains(".f") { '!' } else { '/' };
    let (broken, diagnostic, expected) = match mark {
        '!' => ("!~ contract", "!~^ diagnostic: ", "!= "),
        _ => ("//~ contract", "//~^ diagnostic: ", "//= "),
    };
    let lines = || (1u64..).zip(text.lines());
    let wanted: BTreeSet<u64> =
        lines().filter(|(_, line)| line.contains(broken)).map(|(number, _)| number).collect();
    let entries = functions.iter().flat_map(|function| function["ledger"].as_array().unwrap());
    let found = entries.filter(|entry| entry["property"] == "contract" && entry["verdict"] == "witness");
    let found: BTreeSet<u64> = found.map(|entry| entry["place"]["line"].as_u64().unwrap()).collect();
    assert_eq!(found, wanted, "{name}: {document:#}");
    let warnings: Vec<&str> =
        document["warnings"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let contracts: Vec<&&str> = warnings.iter().filter(|warning| warning.contains(": contract `")).collect();
    let mut diagnostics = 0;
    for (number, line) in lines() {
        if let Some((_, text)) = line.split_once(diagnostic) {
            let place = format!("{name}:{}: ", number - 1);
            let is_it = |warning: &&&str| warning.contains(&place) && warning.contains(text);
            assert!(contracts.iter().any(is_it), "{name}:{number}: {warnings:#?}");
            diagnostics += 1;
        } else if let Some(expected) = line.strip_prefix(expected) {
            let words: Vec<&str> = expected.splitn(3, ' ').collect();
            let [function, property, verdict] = words[..] else { panic!("{name}: {line}") };
            if property == "not-checked" {
                let all = document["not_checked"].to_string();
                assert!(all.contains(function) && all.contains(verdict), "{name}: {line}: {all}");
                continue;
            }
            let function = functions.iter().find(|one| one["name"] == function);
            let function = function.unwrap_or_else(|| panic!("{name}: {line}: {document:#}"));
            let all = verdicts(function, property);
            let holds = !all.is_empty() && all.iter().any(|one| one == verdict);
            let holds = holds && (verdict != "proven" || all.iter().all(|one| one == "proven"));
            assert!(holds, "{name}: {line}: {all:?}\n{function:#}");
        }
    }
    assert_eq!(contracts.len(), diagnostics, "{name}: {warnings:#?}");
    wanted.len()
}

/// Holds all programs whose names end so; how many there are, and how many calls break contracts.
fn hold_all(ends: &[&str]) -> (usize, usize) {
    let mut names: Vec<String> = std::fs::read_dir(root().join(FOLDER))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| ends.iter().any(|end| name.ends_with(end)))
        .collect();
    names.sort();
    let broken = names.iter().map(|name| hold(name)).sum();
    (names.len(), broken)
}

#[test]
fn contracts_in_c() {
    let (programs, broken) = hold_all(&[".c"]);
    assert!(programs >= 16 && broken >= 7, "{programs} {broken}");
}

#[test]
fn contracts_in_cpp() {
    let (programs, broken) = hold_all(&[".cpp"]);
    assert!(programs >= 5 && broken >= 6, "{programs} {broken}");
}

#[test]
fn contracts_in_fortran() {
    let (programs, broken) = hold_all(&[".f90", ".f"]);
    assert!(programs >= 5 && broken >= 3, "{programs} {broken}");
}

#[test]
fn contracts_in_rust() {
    let (programs, broken) = hold_all(&[".rs"]);
    assert!(programs >= 5 && broken >= 3, "{programs} {broken}");
}

#[test]
fn proofs_name_the_contracts_that_they_rest_on() {
    let (document, _) = check("range.c", &["--fn", "scale"]);
    let assumptions = document["functions"][0]["assumptions"].as_array().unwrap();
    let contract = assumptions.iter().find(|one| one["id"] == "contract").unwrap();
    let text = contract["text"].as_str().unwrap();
    assert!(text.starts_with("range x = 0..1 (") && text.ends_with("range.c:1)"), "{text}");
    let (document, _) = check("length_number.c", &["--fn", "norm"]);
    let assumptions = document["functions"][0]["assumptions"].to_string();
    assert!(assumptions.contains("len v = 2 ("), "{assumptions}");
    assert!(assumptions.contains("not checked at calls"), "{assumptions}");
}

#[test]
fn the_command_line_comes_before_a_contract() {
    let (document, _) = check("range.c", &["--fn", "scale", "--range", "x=0..1e300"]);
    let all = verdicts(&document["functions"][0], "overflow");
    assert_eq!(all, ["witness"], "{document:#}");
}

#[test]
fn other_commands_take_contracts_too() {
    let file = |name: &str| format!("{FOLDER}/{name}");
    let stability = ulpwise(&["stability", &file("assume.c"), "--fn", "slope", "--json"]);
    let text = format!("{}{}", stability.stdout, stability.stderr);
    assert!(text.contains("assume x + 1 <= y ("), "{text}");
    let found = ulpwise(&["accuracy", &file("range.c"), "--fn", "scale", "--timeout", "1", "--json"]);
    assert!(found.stdout.contains("range x = 0..1 ("), "{found:?}");
    let test = ulpwise(&["test", &file("inside.c"), "--fn", "inverse", "--json"]);
    assert_eq!(test.code, Some(0), "{test:?}");
    let same = ulpwise(&["diff", &file("inside.c"), &file("inside.c"), "--fn", "inverse", "--json"]);
    assert!(same.stdout.contains("range x = 1..2 ("), "{same:?}");
}
