//! The public benchmark files: all are read, printing gives the same terms, and folding is never
//! wrong.

use crate::round_trip::assert_same_terms;
use std::path::Path;
use ulpwise_base::Budget;
use ulpwise_expr::{Term, TermStore};
use ulpwise_smtlib::{Command, ScriptSource, Session, fold, read_script};
use ulpwise_testkit::material::smtlib_folder;

/// The file list: path, family, published status.
fn files(folder: &Path) -> Vec<(String, String, String)> {
    let list = std::fs::read_to_string(folder.join("FILES.tsv")).unwrap();
    let mut lines = list.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|&title| title == name).unwrap();
    let (file, family, status) = (column("file"), column("family"), column("status"));
    lines.map(|line| (line[file].to_owned(), line[family].to_owned(), line[status].to_owned())).collect()
}

#[test]
fn all_files_are_read_and_printed_to_the_same_terms() {
    let Some(folder) = smtlib_folder() else { return };
    let files = files(&folder);
    assert_eq!(files.len(), 735);
    for (file, ..) in files {
        let text = std::fs::read(folder.join(&file)).unwrap();
        let mut store = TermStore::new();
        let commands = read_script(&mut store, &text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let assertions: Vec<Term> = commands
            .iter()
            .filter_map(|command| match command {
                Command::Assert { term, .. } => Some(*term),
                _ => None,
            })
            .collect();
        assert!(!assertions.is_empty(), "{file}");
        assert_same_terms(&mut store, &assertions, &file);
    }
}

#[test]
fn folding_answers_one_operation_on_constants_and_is_never_wrong() {
    let Some(folder) = smtlib_folder() else { return };
    let mut single_operations = 0;
    for (file, family, status) in files(&folder) {
        let text = std::fs::read(folder.join(&file)).unwrap();
        let mut output = Vec::new();
        let mut engine = fold;
        let mut session = Session::new(&mut engine, Budget::unlimited());
        session.run(&mut ScriptSource::new(&text), &mut output).unwrap();
        let answer = String::from_utf8(output).unwrap().trim().to_owned();
        if family == "wintersteiger" {
            single_operations += 1;
            assert_eq!(answer, status, "{file}");
        }
        let allowed = [status.as_str(), "unknown"];
        assert!(status == "unknown" || allowed.contains(&answer.as_str()), "{file}: {answer}, not {status}");
    }
    assert_eq!(single_operations, 240);
}
