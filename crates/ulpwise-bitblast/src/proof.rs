//! Proofs of refutations, for checkers of DRAT.
//!
//! The clauses are refuted a second time by a solver of their own that writes the proof: one that
//! was used incrementally may have simplified with clauses that later were joined by others, which
//! no checker could follow.

use crate::aig::Stopped;
use crate::cnf::ClauseSink;
use crate::sat::{Sat, SatResult, SearchFor};
use std::fs::File;
use std::io::{BufWriter, Write};
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
    match sat.solve(&[], budget) {
        SatResult::Unsat => Ok(()),
        SatResult::Sat => Err(ProofError::Contradicted),
        SatResult::Stopped(stopped) => Err(ProofError::Stopped(stopped)),
    }
}
