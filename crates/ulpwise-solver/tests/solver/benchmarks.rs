//! Preprocessing on public benchmark files, where they are: what it decides is as published, with
//! models that hold, and no array is left.

use std::collections::BTreeMap;
use std::path::Path;
use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_smtlib::{Command, read_script};
use ulpwise_solver::{Folding, Preprocessed, Query, Solver, Verdict, preprocess};
use ulpwise_testkit::material::smtlib_files;

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
struct BenchmarkCounts {
    files: usize,
    before: usize,
    after: usize,
    sat: usize,
    unsat: usize,
}

#[test]
#[expect(clippy::print_stderr, reason = "the table is of interest")]
fn what_preprocessing_decides_is_as_published() {
    let files = smtlib_files();
    if files.is_empty() {
        return;
    }
    let mut table: BTreeMap<String, BenchmarkCounts> = BTreeMap::new();
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
        let BenchmarkCounts { files, before, after, sat, unsat } = counts;
        eprintln!("{family}: {files} files, {before} terms became {after}, {sat} sat, {unsat} unsat");
    }
    let decided: usize = table.values().map(|counts| counts.sat + counts.unsat).sum();
    assert!(decided * 2 > files.len(), "only {decided} of {} files are decided", files.len());
}
