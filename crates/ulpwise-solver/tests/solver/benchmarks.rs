//! Preprocessing on public benchmark files, if they lie beside the repository: what it decides is as published, with models
//! that hold, and no array is left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_smtlib::{Command, read_script};
use ulpwise_solver::{Folding, Preprocessed, Query, Solver, Verdict, preprocess};

/// All SMT-LIB files in `../shared/smtlib`, sorted.
fn files() -> Vec<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ULPWISE_SHARED").map_or_else(beside, PathBuf::from);
    let mut folders = vec![shared.join("smtlib")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What a file is about: its two uppermost folders.
fn family(file: &Path) -> String {
    let names: Vec<String> =
        file.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let start = names.iter().position(|name| name == "smtlib").map_or(0, |at| at + 1);
    names[start..].iter().take(2).cloned().collect::<Vec<_>>().join("/")
}

/// The published answer.
fn status(text: &str) -> Option<&'static str> {
    let is = |word: &str| text.contains(&format!("(set-info :status {word})"));
    ["sat", "unsat"].into_iter().find(|word| is(word))
}

#[derive(Default)]
struct Counts {
    files: usize,
    before: usize,
    after: usize,
    sat: usize,
    unsat: usize,
}

#[test]
#[expect(clippy::print_stderr, reason = "the table is of interest, and a skipped test says so")]
fn what_preprocessing_decides_is_as_published() {
    let files = files();
    if files.is_empty() {
        eprintln!("skipped: there is no ../shared/smtlib (or ULPWISE_SHARED)");
        return;
    }
    let mut table: BTreeMap<String, Counts> = BTreeMap::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a benchmark file can be read");
        let mut store = TermStore::new();
        let commands = read_script(&mut store, text.as_bytes());
        let commands = commands.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let asserted = commands.into_iter().filter_map(|command| match command {
            Command::Assert { term, .. } => Some(term),
            _ => None,
        });
        let assertions: Vec<Term> = asserted.collect();
        let left = preprocess(&mut store, &assertions, &Budget::unlimited()).expect("there is no limit");
        let order = store.topological_order(&left.assertions);
        let has_arrays = order.iter().any(|&term| matches!(store.sort(term), Sort::Array { .. }));
        assert!(!has_arrays, "{}: arrays are left", file.display());
        let mut engine = Preprocessed::new(Folding);
        let verdict = engine.check(&mut store, &Query::new(&assertions), &Budget::unlimited());
        if verdict.is_decided()
            && let Some(status) = status(&text)
        {
            assert_eq!(verdict.word(), status, "{}", file.display());
        }
        let counts = table.entry(family(file)).or_default();
        counts.files += 1;
        counts.before += store.dag_size(&assertions);
        counts.after += order.len();
        counts.sat += usize::from(matches!(verdict, Verdict::Sat(_)));
        counts.unsat += usize::from(verdict == Verdict::Unsat);
    }
    for (family, counts) in &table {
        let Counts { files, before, after, sat, unsat } = counts;
        eprintln!("{family}: {files} files, {before} terms became {after}, {sat} sat, {unsat} unsat");
    }
    let decided: usize = table.values().map(|counts| counts.sat + counts.unsat).sum();
    assert!(decided * 2 > files.len(), "only {decided} of {} files are decided", files.len());
}
