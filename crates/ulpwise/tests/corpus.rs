//! `ulpwise test` judges the programs of the corpus as their specifications say: exactly the stated
//! failures, all paths, the stated coverage.
//!
//! Those that take long are left to `cargo xtask bench corpus`. No verdict here depends on how fast
//! the machine is, unless it is many times slower than any: the time limit is far beyond what these
//! programs need.

use std::process::{Command, Stdio};
use ulpwise_corpus::{CorpusProgram, arguments, complaints, for_each, programs_in, root};

/// For one program, in seconds.
const TIME_LIMIT: u64 = 900;

fn judge_all(folder: &str) {
    let mut programs = programs_in(folder).unwrap_or_else(|error| panic!("{error}"));
    programs.retain(|program| !program.only_in_benchmarks);
    let wrong: Vec<String> = for_each(&programs, judged).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

/// What is not as it should be.
fn judged(program: &CorpusProgram) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ulpwise"));
    command
        .args(arguments(program, TIME_LIMIT))
        .current_dir(root())
        .stdin(Stdio::null())
        .env_remove("CFLAGS");
    let output = command.output().expect("ulpwise starts");
    let complaints = complaints(program, &String::from_utf8_lossy(&output.stdout));
    let said = String::from_utf8_lossy(&output.stderr);
    (!complaints.is_empty()).then(|| format!("{}: {}\n{said}", program.name, complaints.join("; ")))
}

#[test]
fn programs_about_semantics_are_judged_right() {
    judge_all("semantics");
}

#[test]
fn programs_with_algorithms_are_judged_right() {
    judge_all("algorithms");
}
