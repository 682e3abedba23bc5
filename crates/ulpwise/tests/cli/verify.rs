//! `check --certificates` and `ulpwise verify`: what is verified, and what is refused by name.

use crate::common::ulpwise;
use std::path::{Path, PathBuf};

/// A loop, a call, a table and a branch: all of it is proven, and all proofs have certificates.
const SOURCE: &str = "
static const double table[3] = {1.0, -0.5, 0.25};
static double horner(double x) {
    double sum = 0;
    for (int i = 2; i >= 0; i--) sum = sum * x + table[i];
    return sum;
}
double f(double x) {
    if (!(x >= -1 && x <= 1)) return 0;
    return horner(x) / 4;
}
";

/// A folder with the program, and certificates of what is proven of it.
fn certified() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (source, proofs) = (folder.path().join("f.c"), folder.path().join("proofs"));
    std::fs::write(&source, SOURCE).unwrap();
    let arguments = ["--certificates", proofs.to_str().unwrap(), "--analysis", "abstract", "--json"];
    let checked =
        ulpwise(&[&["check", source.to_str().unwrap(), "--property", "overflow"][..], &arguments].concat());
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.stdout.contains("\"certificate\": \"verified\""), "{checked:?}");
    assert!(!checked.stdout.contains("not certified"), "{checked:?}");
    (folder, source, proofs)
}

/// What only paths show: a sum that cancels, and a branch that no input takes.
const ALONG_PATHS: &str = "
double f(double x) {
    double y = x * x - x * x;
    if (x >= 1 && x <= 2) return 1 / (1 + y);
    if (x > 3 && x < 2) return 1 / y;
    return 0;
}
";

/// A folder with the program, and certificates of what is proven of it along paths.
fn certified_along_paths() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (source, proofs) = (folder.path().join("f.c"), folder.path().join("proofs"));
    std::fs::write(&source, ALONG_PATHS).unwrap();
    let arguments = ["--certificates", proofs.to_str().unwrap(), "--analysis", "symbolic", "--json"];
    let property = ["--property", "divide-by-zero", "--property", "invalid", "--range", "x=0..4"];
    let checked = ulpwise(&[&["check", source.to_str().unwrap()][..], &property, &arguments].concat());
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.stdout.contains("\"certificate\": \"queries verified\""), "{checked:?}");
    assert!(!checked.stdout.contains("not certified"), "{checked:?}");
    (folder, proofs)
}

/// The files of a folder with one of these endings.
fn with_ending(proofs: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let files = std::fs::read_dir(proofs).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|own| endings.iter().any(|one| own == *one))).collect()
}

#[test]
fn proofs_along_paths_rest_on_queries_that_are_verified() {
    let (_folder, proofs) = certified_along_paths();
    let (code, output) = verify(&proofs);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("1 certificate: ") && output.contains("along paths: "), "{output}");
    assert!(!output.contains(" 0 proofs verified") && !output.contains("paths: 0 queries"), "{output}");
}

#[test]
fn a_query_of_a_path_that_is_missing_or_another_is_refused() {
    let (_folder, proofs) = certified_along_paths();
    let queries = with_ending(&proofs, &["smt2"]);
    assert!(!queries.is_empty());
    let text = std::fs::read_to_string(&queries[0]).unwrap();
    std::fs::write(&queries[0], format!("; another\n{text}")).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains("its query is another one"), "{output}");
    std::fs::write(&queries[0], text).unwrap();
    assert_eq!(verify(&proofs).0, Some(0));
    for path in with_ending(&proofs, &["steps", "lrat"]) {
        std::fs::remove_file(path).unwrap();
    }
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains("cannot be read"), "{output}");
    let certificate = with_ending(&proofs, &["paths"]).remove(0);
    let text = std::fs::read_to_string(&certificate).unwrap();
    std::fs::write(&certificate, text.replace("\"file\": \"", "\"file\": \"../")).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains("does not lie beside"), "{output}");
}

fn verify(proofs: &Path) -> (Option<i32>, String) {
    let verified = ulpwise(&["verify", proofs.to_str().unwrap()]);
    (verified.code, verified.stdout)
}

/// The only certificate of a folder.
fn certificate(proofs: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(proofs).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "cert");
    files.find(is_it).unwrap()
}

/// Changes the text of the certificate and has it checked: it must be refused with these words.
fn refused_after(change: impl Fn(&str) -> String, words: &str) {
    let (_folder, _, proofs) = certified();
    let path = certificate(&proofs);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "{text}");
    std::fs::write(&path, changed).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains(words), "{output}");
}

#[test]
fn what_check_certifies_verify_verifies() {
    let (_folder, _, proofs) = certified();
    let (code, output) = verify(&proofs);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("1 certificate: ") && output.contains("0 certificates refused"), "{output}");
    assert!(!output.contains(" 0 proofs verified"), "{output}");
}

#[test]
fn a_changed_source_is_refused() {
    let (_folder, source, proofs) = certified();
    std::fs::write(&source, SOURCE.replace("/ 4", "/ 8")).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains("f.c has changed since"), "{output}");
}

/// Without the source the program beside the certificate is enough, and a line says so.
#[test]
fn a_missing_source_is_remarked() {
    let (_folder, source, proofs) = certified();
    std::fs::remove_file(source).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(0) && output.contains("f.c is not there, and was not compared"), "{output}");
}

#[test]
fn another_program_is_refused() {
    let (_folder, _, proofs) = certified();
    let mut files = std::fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path());
    let program = files.find(|path| path.extension().is_some_and(|extension| extension == "ir")).unwrap();
    let text = std::fs::read_to_string(&program).unwrap();
    std::fs::write(&program, text.replace("fmul", "fadd")).unwrap();
    let (code, output) = verify(&proofs);
    assert!(code == Some(1) && output.contains("is another program"), "{output}");
}

#[test]
fn another_version_and_another_format_are_refused() {
    refused_after(|text| text.replacen("version 0", "version 9", 1), "it was written by ulpwise 9");
    refused_after(|text| text.replacen("certificate 1", "certificate 2", 1), "another format");
}

#[test]
fn claims_that_do_not_hold_are_refused() {
    // An exception that happens at every call is called impossible.
    refused_after(|text| text.replace(" overflow", " inexact"), "the claims do not exclude it");
    // The entry is not covered.
    refused_after(|text| text.replace("part 0", "part 7"), "a part whose context is not there");
    // A file that ends early.
    refused_after(|text| text.replace("\nend\n", "\n"), "the end is missing");
}

#[test]
fn a_folder_without_certificates_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let finished = ulpwise(&["verify", folder.path().to_str().unwrap()]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("there is no certificate in"), "{finished:?}");
}
