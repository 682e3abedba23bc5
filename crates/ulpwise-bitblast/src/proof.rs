//! Proofs of refutations, for checkers of LRAT.
//!
//! The clauses are refuted a second time by a solver of their own that writes the proof: one that
//! was used incrementally may have simplified with clauses that later were joined by others, which
//! no checker could follow.

use crate::aig::Stopped;
use crate::cnf::ClauseSink;
use crate::sat::{Sat, SatResult, SearchFor};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use ulpwise_base::Budget;

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ProofError {
    /// Time or memory ended.
    Stopped(Stopped),
    /// A file cannot be written.
    Output(String),
    /// The clauses can hold after all: a bug.
    Contradicted,
}

/// Writes the clauses in the DIMACS form beside the proof.
fn write_clauses(path: &Path, clauses: &[Vec<i32>], variables: i32) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".cnf");
    let mut out = BufWriter::new(File::create(name)?);
    writeln!(out, "p cnf {variables} {}", clauses.len())?;
    for clause in clauses {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")?;
    }
    out.flush()
}

/// Refutes clauses and writes them and the proof.
pub(crate) fn write_proof(
    path: &Path,
    clauses: &[Vec<i32>],
    variables: i32,
    budget: &Budget,
) -> Result<(), ProofError> {
    let failed = |what: String| ProofError::Output(format!("{} cannot be written: {what}", path.display()));
    // CaDiCaL does not say whether it could open the file.
    File::create(path).map_err(|error| failed(error.to_string()))?;
    write_clauses(path, clauses, variables).map_err(|error| failed(error.to_string()))?;
    let mut sat = Sat::new(SearchFor::Refutation, 0, None);
    sat.trace_proof(path).map_err(|error| failed(error.to_string()))?;
    for clause in clauses {
        sat.clause(clause).map_err(ProofError::Stopped)?;
    }
    let result = sat.solve(&[], budget);
    // The file is complete when the solver is gone.
    drop(sat);
    match result {
        SatResult::Unsat => {
            number_clauses_first(path, clauses.len() as u64).map_err(|error| failed(error.to_string()))
        }
        SatResult::Sat => Err(ProofError::Contradicted),
        SatResult::Stopped(stopped) => Err(ProofError::Stopped(stopped)),
    }
}

/// Numbers the steps of a proof so that the clauses come first, as LRAT has it.
///
/// CaDiCaL has one counter for clauses and steps, and makes steps while clauses are still being
/// added. So the clauses have the numbers that no step has.
fn number_clauses_first(path: &Path, clauses: u64) -> std::io::Result<()> {
    let mut steps = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        let mut words = line.split_ascii_whitespace();
        let number = words.next().and_then(|word| word.parse::<u64>().ok());
        if words.next() != Some("d") {
            steps.extend(number);
        }
    }
    if steps.first().is_none_or(|&first| first > clauses) {
        return Ok(());
    }
    steps.sort_unstable();
    let renumbered = |number: u64| {
        let before = steps.partition_point(|&step| step < number) as u64;
        let is_step = steps.get(before as usize) == Some(&number);
        if is_step { clauses + before + 1 } else { number - before }
    };
    let other = path.with_extension("renumbered");
    let mut out = BufWriter::new(File::create(&other)?);
    for line in BufReader::new(File::open(path)?).lines() {
        writeln!(out, "{}", renumbered_line(&line?, renumbered))?;
    }
    out.flush()?;
    std::fs::rename(other, path)
}

/// A line with other numbers of clauses: the first one, those after the literals of a step, and
/// those that are deleted.
fn renumbered_line(line: &str, renumbered: impl Fn(u64) -> u64) -> String {
    let mut are_literals = false;
    let words = line.split_ascii_whitespace().enumerate().map(|(place, word)| match word {
        "d" => word.to_owned(),
        "0" => {
            are_literals = false;
            word.to_owned()
        }
        _ if are_literals => word.to_owned(),
        _ => {
            let is_first = place == 0;
            let is_step = !line.split_ascii_whitespace().any(|word| word == "d");
            are_literals = is_first && is_step;
            word.parse().map_or_else(|_| word.to_owned(), |number| renumbered(number).to_string())
        }
    });
    let words: Vec<String> = words.collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_have_the_numbers_that_no_step_has() {
        let file = tempfile_path();
        // Three clauses with numbers 1, 3 and 4; the steps are 2, 5 and 6.
        std::fs::write(&file, "2 -7 0 1 0\n5 d 1 0\n5 0 2 3 4 0\n6 7 0 5 0\n").unwrap();
        number_clauses_first(&file, 3).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "4 -7 0 1 0\n5 d 1 0\n5 0 4 2 3 0\n6 7 0 5 0\n");
        std::fs::remove_file(&file).unwrap();
    }

    fn tempfile_path() -> std::path::PathBuf {
        std::env::temp_dir().join(format!("ulpwise-lrat-{}", std::process::id()))
    }
}
