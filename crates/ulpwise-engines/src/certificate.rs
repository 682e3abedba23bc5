//! Certificates of `unsat` answers, each checked at once by `ulpwise-verify-unsat`, which shares
//! nothing with the engines.
//!
//! Whichever engine answered, the query is refuted once more: by linear relaxation, whose steps the
//! checker follows in the query itself, or else by circuits, whose clauses come with an LRAT proof. A
//! query that neither refutes in time has no certificate, and that is said.

use crate::registry::bitblast;
use crate::{SolverOptions, host_libm};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_real::{NoCertificate, certify_refutation};
use ulpwise_smtlib::{Dialect, QueryOptions, print_query};
use ulpwise_solver::{Query, Reason, Solver, Verdict};
use ulpwise_verify_unsat::lrat::{self, LratError};
use ulpwise_verify_unsat::{StepError, check_steps, fingerprint};

/// How long each of the two refutations may take, besides the budget of the query.
const MOST_TIME: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(20)];

/// The most memory for circuits, in bytes.
const MEMORY: u64 = 2560 << 20;

/// What clauses begin with.
const FINGERPRINT: &str = "c of the query with fingerprint ";

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

/// Why a refutation left no certificate.
#[derive(Debug, thiserror::Error)]
enum NotCertified {
    #[error(transparent)]
    NoSteps(#[from] NoCertificate),
    #[error("the steps of linear relaxation were not accepted: {0}")]
    Steps(#[from] StepError),
    #[error("bit-blasting: {0}")]
    NoClauses(Reason),
    #[error("bit-blasting contradicts it: a bug of ulpwise")]
    Contradicted,
    #[error("the LRAT proof was not accepted: {0}")]
    Clauses(#[from] LratError),
    #[error("a certificate cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

/// Refutes a query again, and writes certificates under a path without an ending.
pub fn certify(store: &mut TermStore, query: &Query<'_>, path: &Path, budget: &Budget) -> CertificateState {
    let by_steps = match certify_steps(store, query, path, &budget.part(MOST_TIME[0])) {
        Ok(()) => return CertificateState::Steps,
        Err(why) => why,
    };
    match certify_clauses(store, query, path, &budget.part(MOST_TIME[1])) {
        Ok(()) => CertificateState::Clauses,
        Err(by_clauses) => CertificateState::None(format!("{by_steps}; {by_clauses}")),
    }
}

fn certify_steps(
    store: &TermStore,
    query: &Query<'_>,
    path: &Path,
    budget: &Budget,
) -> Result<(), NotCertified> {
    let certificate = certify_refutation(store, query.assertions(), budget)?;
    check_steps(&certificate.query, &certificate.steps)?;
    std::fs::write(path.with_extension("smt2"), &certificate.query)?;
    std::fs::write(path.with_extension("steps"), &certificate.steps)?;
    Ok(())
}

fn certify_clauses(
    store: &mut TermStore,
    query: &Query<'_>,
    path: &Path,
    budget: &Budget,
) -> Result<(), NotCertified> {
    let options = QueryOptions { dialect: Dialect::Extended, values: false };
    let text = print_query(store, query.assertions(), options).text;
    let proof = path.with_extension("lrat");
    let made = SolverOptions { proof: Some(proof.clone()), ..SolverOptions::default() };
    let written = path.with_extension("lrat.cnf");
    let clauses = path.with_extension("cnf");
    let mut engine = bitblast(&made, MEMORY);
    let verdict = engine.check(store, &Query::new(query.assertions()).with_libm(&host_libm), budget);
    let outcome = match verdict {
        Verdict::Unsat => accept_clauses(&text, &written, &clauses, &proof),
        Verdict::Sat(_) => Err(NotCertified::Contradicted),
        Verdict::Unknown(reason) => Err(NotCertified::NoClauses(reason)),
    };
    // What is left of a proof that was not accepted is of no use; where nothing is, there is nothing
    // to remove.
    let _ = std::fs::remove_file(&written);
    if outcome.is_err() {
        let _ = std::fs::remove_file(&clauses);
        let _ = std::fs::remove_file(&proof);
    }
    outcome?;
    std::fs::write(path.with_extension("smt2"), &text)?;
    Ok(())
}

/// Checks the proof, and puts the query's fingerprint before the clauses.
fn accept_clauses(text: &str, written: &Path, clauses: &Path, proof: &Path) -> Result<(), NotCertified> {
    let read = |path: &Path| File::open(path).map(BufReader::new);
    lrat::check_refutation(read(written)?, read(proof)?)?;
    let mut out = BufWriter::new(File::create(clauses)?);
    writeln!(out, "{FINGERPRINT}{:016x}", fingerprint(text))?;
    std::io::copy(&mut read(written)?, &mut out)?;
    out.flush()?;
    Ok(())
}

/// Checks a certificate that [`certify`] wrote again, by the path of its steps or of its proof.
///
/// # Errors
/// A sentence that says why it is refused.
pub fn verify_certificate(path: &Path) -> Result<CertificateState, RefusedCertificate> {
    let query = std::fs::read_to_string(path.with_extension("smt2"))?;
    if path.extension().is_some_and(|extension| extension == "steps") {
        check_steps(&query, &std::fs::read_to_string(path)?)?;
        return Ok(CertificateState::Steps);
    }
    let clauses = path.with_extension("cnf");
    let mut first = String::new();
    BufReader::new(File::open(&clauses)?).read_line(&mut first)?;
    if first.trim_end() != format!("{FINGERPRINT}{:016x}", fingerprint(&query)) {
        return Err(RefusedCertificate::OtherQuery);
    }
    let read = |path: &Path| File::open(path).map(BufReader::new);
    lrat::check_refutation(read(&clauses)?, read(path)?)?;
    Ok(CertificateState::Clauses)
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum RefusedCertificate {
    /// A file is missing or cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The clauses are of another query.
    #[error("its clauses were made of another query")]
    OtherQuery,
    /// The steps do not prove it.
    #[error(transparent)]
    Steps(#[from] StepError),
    /// The proof of the clauses does not.
    #[error(transparent)]
    Clauses(#[from] LratError),
}
