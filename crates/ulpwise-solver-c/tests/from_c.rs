//! A program in C that links the shared library, and the header against the source.

use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str = include_str!("../include/ulpwise.h");
const SOURCE: &str = include_str!("../src/lib.rs");

/// Names that are followed by an opening bracket and begin as functions of the interface do.
fn functions(text: &str, before: &str) -> Vec<String> {
    let mut names: Vec<String> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .filter_map(|line| {
            let start = line.find(before)? + before.len();
            let rest = &line[start..];
            let rest = &rest[rest.find("ulpwise_solver_")?..];
            Some(rest[..rest.find('(')?].to_owned())
        })
        .collect();
    names.sort();
    names
}

#[test]
fn the_header_declares_what_the_library_has() {
    let declared = functions(HEADER, "");
    assert_eq!(declared, functions(SOURCE, "extern \"C\" fn "));
    assert!(declared.len() > 10, "{declared:?}");
    for name in ["ERROR", "UNSAT", "SAT", "UNKNOWN"] {
        let number = |text: &str, before: &str, after: char| {
            let start = text.find(before).unwrap_or_else(|| panic!("{before} is missing")) + before.len();
            let rest = text[start..].trim_start();
            rest[..rest.find(after).unwrap()].trim_matches(['(', ')']).to_owned()
        };
        let in_source = number(SOURCE, &format!("pub const ULPWISE_{name}: c_int ="), ';');
        assert_eq!(number(HEADER, &format!("#define ULPWISE_{name} "), '\n'), in_source);
    }
}

/// The shared library that was built for this test: beside the test or in the folder above.
fn shared_library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folders = test.ancestors().skip(1).take(2);
    let candidates = folders.map(|folder| folder.join("libulpwise_solver_c.so"));
    let found: Vec<PathBuf> = candidates.filter(|file| file.is_file()).collect();
    found.first().expect("cargo builds the shared library with the test").clone()
}

#[test]
fn a_program_in_c_asks_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.path().join("increments");
    let library = shared_library();
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(package.join("include"))
        .arg(package.join("examples/increments.c"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()))
        .arg("-o")
        .arg(&program)
        .status()
        .unwrap();
    assert!(compiled.success());
    let output = Command::new(&program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("x = (fp #b") || text.starts_with("x = (_ "), "{text}");
    assert!(text.ends_with("all as expected\n"), "{text}");
}
