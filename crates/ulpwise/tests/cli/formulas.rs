//! Formulas in FPCore as programs.

use crate::common::ulpwise;

const TEXT: &str = "(FPCore quotient (x y)\n  :pre (and (<= 1 x 2) (< y 1))\n  (/ x (- y 1)))\n
(FPCore (x) :name \"open quotient\" (/ 1 x))\n";

fn file(folder: &tempfile::TempDir, text: &str) -> String {
    let file = folder.path().join("a.fpcore");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_precondition_restricts_the_inputs_and_findings_point_into_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    let file = file(&folder, TEXT);
    let zero = ["--property", "divide-by-zero"];
    let proven = ulpwise(&[&["check", &file, "--fn", "quotient"], &zero[..]].concat());
    assert_eq!(proven.code, Some(0), "{proven:?}");
    let found = ulpwise(&[&["check", &file, "--fn", "open_quotient"], &zero[..]].concat());
    assert_eq!(found.code, Some(1), "{found:?}");
    assert!(found.stdout.contains("a.fpcore:5:36"), "{found:?}");
    let wider = ulpwise(&[&["check", &file, "--fn", "quotient", "--range", "x=-1..1"], &zero[..]].concat());
    assert_eq!(wider.code, Some(0), "{wider:?}");
}

#[test]
fn accuracy_takes_the_conditions_of_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(FPCore f (x y) :pre (and (<= 1 x 2) (<= 1 y 2) (< x y)) (- (sqrt y) (sqrt x)))";
    let file = file(&folder, text);
    let quick = ["--timeout", "60", "--calls", "400", "--symbolic", "0", "--boxes", "0", "--json"];
    let measured = ulpwise(&[&["accuracy", &file][..], &quick].concat());
    let document: serde_json::Value = serde_json::from_str(&measured.stdout).unwrap();
    let findings = document["findings"].as_array().unwrap();
    assert!(!findings.is_empty(), "{measured:?}");
    for finding in findings {
        let number = |at: usize| finding["inputs"][at]["values"][0].as_str().unwrap().parse::<f64>().unwrap();
        assert!(number(0) < number(1), "{finding}");
    }
}

#[test]
fn what_is_wrong_in_a_formula_is_one_sentence_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["check", "accuracy", "stability", "list"] {
        let refused = ulpwise(&[command, &file(&folder, "(FPCore f (x)\n  (+ x z))\n")]);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        let sentence = "a.fpcore:2:8: `z` is no argument, variable or constant";
        assert!(refused.stderr.contains(sentence), "{refused:?}");
    }
}
