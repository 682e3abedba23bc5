//! An engine whose `unsat` answers leave certificates behind, each checked at once by
//! `ulpwise-verify-unsat`, which shares nothing with the engines.
//!
//! Whichever engine answered, the query is refuted once more: by linear relaxation, whose steps the
//! checker follows in the query itself, or else by circuits, whose clauses come with an LRAT proof. A
//! query that neither refutes in time has no certificate, and that is said.

use crate::registry::bitblast;
use crate::{SolverOptions, host_libm};
use std::fmt;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_real::{NoCertificate, certify_refutation};
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};
use ulpwise_solver::{EngineStatistics, Query, Solver, Verdict};
use ulpwise_verify_unsat::{check_steps, fingerprint, lrat};

/// How long each of the two refutations may take, besides the budget of the query.
const MOST_TIME: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(20)];

/// The most memory for circuits, in bytes.
const MEMORY: u64 = 2560 << 20;

/// What became of the certificate of an `unsat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateState {
    /// Steps in the query itself, which the checker followed.
    Steps,
    /// Clauses with a proof that the checker followed.
    Clauses,
    /// There is none; why.
    None(String),
}

impl fmt::Display for CertificateState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => f.write_str("certified by steps in the query"),
            Self::Clauses => f.write_str("certified by clauses with an LRAT proof"),
            Self::None(why) => write!(f, "not certified: {why}"),
        }
    }
}

/// An engine with a folder for certificates.
pub struct Certified {
    engine: Box<dyn Solver>,
    folder: PathBuf,
    written: u64,
    /// By steps, by clauses, not at all.
    counts: [u64; 3],
    remarks: Vec<String>,
}

impl Certified {
    /// The engine, with certificates in a folder that exists.
    pub fn new(engine: Box<dyn Solver>, folder: PathBuf) -> Certified {
        Certified { engine, folder, written: 0, counts: [0; 3], remarks: Vec::new() }
    }
}

impl fmt::Debug for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Certified({})", self.engine.name())
    }
}

/// Refutes a query again, and writes certificates under a path without an ending.
pub fn certify(store: &mut TermStore, query: &Query<'_>, path: &Path, budget: &Budget) -> CertificateState {
    let mut why = match certify_steps(store, query, path, &budget.part(MOST_TIME[0])) {
        Ok(()) => return CertificateState::Steps,
        Err(why) => why,
    };
    match certify_clauses(store, query, path, &budget.part(MOST_TIME[1])) {
        Ok(()) => return CertificateState::Clauses,
        Err(by_clauses) => {
            why.push_str("; ");
            why.push_str(&by_clauses);
        }
    }
    CertificateState::None(why)
}

fn certify_steps(store: &TermStore, query: &Query<'_>, path: &Path, budget: &Budget) -> Result<(), String> {
    let certificate = certify_refutation(store, query.assertions(), budget).map_err(|why| match why {
        NoCertificate::Exhausted(exhausted) => format!("linear relaxation: {exhausted}"),
        NoCertificate::Term(term) => format!("linear relaxation does not know {term}"),
        NoCertificate::Open => "linear relaxation leaves a part open".to_owned(),
    })?;
    check_steps(&certificate.query, &certificate.steps)
        .map_err(|error| format!("the steps of linear relaxation were not accepted: {error}"))?;
    write(&path.with_extension("smt2"), &certificate.query)?;
    write(&path.with_extension("steps"), &certificate.steps)
}

fn certify_clauses(
    store: &mut TermStore,
    query: &Query<'_>,
    path: &Path,
    budget: &Budget,
) -> Result<(), String> {
    let options = QueryOptions { dialect: Dialect::Extended, values: false };
    let text = print_query(store, query.assertions(), options).text;
    let proof = path.with_extension("lrat");
    let made = SolverOptions { proof: Some(proof.clone()), ..SolverOptions::default() };
    let written = path.with_extension("lrat.cnf");
    let clauses = path.with_extension("cnf");
    let verdict = {
        // The file of the proof is complete when the engine is gone.
        let mut engine = bitblast(&made, MEMORY);
        let query = Query::new(query.assertions()).with_libm(&host_libm);
        engine.check(store, &query, budget)
    };
    let outcome = match verdict {
        Verdict::Unsat => accept_clauses(&text, &written, &clauses, &proof),
        Verdict::Sat(_) => Err("bit-blasting contradicts it: a bug of ulpwise".to_owned()),
        Verdict::Unknown(reason) => Err(format!("bit-blasting: {reason}")),
    };
    let _ = std::fs::remove_file(&written);
    if outcome.is_err() {
        for file in [&clauses, &proof] {
            let _ = std::fs::remove_file(file);
        }
        return outcome;
    }
    write(&path.with_extension("smt2"), &text)
}

/// Checks the proof, and puts the query's fingerprint before the clauses.
fn accept_clauses(text: &str, written: &Path, clauses: &Path, proof: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("the proof cannot be read or written: {error}");
    let read = |path: &Path| File::open(path).map(BufReader::new).map_err(failed);
    lrat::check_refutation(read(written)?, read(proof)?)
        .map_err(|error| format!("the LRAT proof was not accepted: {error}"))?;
    let mut out = BufWriter::new(File::create(clauses).map_err(failed)?);
    writeln!(out, "c of the query with fingerprint {:016x}", fingerprint(text)).map_err(failed)?;
    std::io::copy(&mut read(written)?, &mut out).map_err(failed)?;
    out.flush().map_err(failed)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

impl Solver for Certified {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let verdict = self.engine.check(store, query, budget);
        if verdict == Verdict::Unsat {
            self.written += 1;
            let path = self.folder.join(format!("query-{:06}", self.written));
            let state = certify(store, query, &path, budget);
            let place = match &state {
                CertificateState::Steps => 0,
                CertificateState::Clauses => 1,
                CertificateState::None(_) => 2,
            };
            self.counts[place] += 1;
            self.remarks.push(format!("unsat {}: {state}", self.written));
        }
        verdict
    }

    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        self.engine.engine_statistics()
    }

    fn take_remarks(&mut self) -> Vec<String> {
        let mut remarks = self.engine.take_remarks();
        remarks.append(&mut self.remarks);
        remarks
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut numbers = self.engine.statistics();
        numbers.push(("certified-by-steps", self.counts[0]));
        numbers.push(("certified-by-clauses", self.counts[1]));
        numbers.push(("not-certified", self.counts[2]));
        numbers
    }
}
