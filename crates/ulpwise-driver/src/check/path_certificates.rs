//! Certificates of proofs along paths: the paths are followed once more, every query that was
//! unsatisfiable is written down as SMT-LIB and refuted again for the checker of refutations.
//!
//! What holds: a goal counts as verified only if the paths are silent about it again, every query
//! that closes a way or asks for an exception was kept, and each of them has a refutation that was
//! checked. That these queries are all that the proof needs is the executor's word.

use super::certificates::{CertificateWriter, proven_by};
use super::work::Checked;
use crate::error::DriverError;
use crate::solvers::with_solver;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use ulpwise_base::Budget;
use ulpwise_engines::{CertificateState, host_libm};
use ulpwise_exceptions::{Analysis, AnalysisOptions, CheckSubject, Goal, PathSilence, prove_along_paths};
use ulpwise_expr::TermStore;
use ulpwise_finding::CertificateDetail;
use ulpwise_float::Rounding;
use ulpwise_smtlib::{Command, Dialect, QueryOptions, print_query, read_script};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_verify::sha256;

/// How files end that say which queries a proof along paths rests on.
pub(crate) const PATHS_ENDING: &str = "paths";

/// More queries than these are not certified.
const MOST_QUERIES: usize = 2000;

/// Each goal alone is looked at if these are not more.
const MOST_ALONE: usize = 12;

/// Why a proof along paths has no certificate.
#[derive(Clone, Debug, thiserror::Error)]
enum NotCertified {
    #[error("its paths were not followed again: {0}")]
    NotFollowed(String),
    #[error("its paths do not show it again")]
    NotSilent,
    // What a solver does not decide the executor may decide by trying all inputs.
    #[error("a query of its paths was not decided by a solver")]
    Undecided,
    #[error("its paths have too many queries")]
    TooManyQueries,
    #[error("a query of its paths: {0}")]
    NotRefuted(String),
    #[error("a query of its paths cannot be read again: {0}")]
    Unreadable(String),
}

/// What proofs along paths rest on.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct PathCertificate {
    /// The version of ulpwise that wrote it.
    pub(crate) version: String,
    /// The digest of the program's text.
    pub(crate) program: String,
    /// The function, by the linker.
    pub(crate) function: String,
    /// In which rounding mode calls begin.
    pub(crate) rounding: String,
    /// The files that the program was compiled from, with their digests, and flags.
    pub(crate) sources: Vec<(String, String)>,
    pub(crate) build: String,
    /// What is proven, each with the queries that it rests on.
    pub(crate) proofs: Vec<PathProof>,
    /// What is not certified, with the reason.
    pub(crate) uncertified: Vec<(String, String)>,
}

/// Goals that rest on the same queries.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct PathProof {
    /// Operations with exceptions.
    pub(crate) goals: Vec<String>,
    /// The queries.
    pub(crate) queries: Vec<RefutedQuery>,
}

/// A query that is unsatisfiable.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct RefutedQuery {
    /// The name of its certificate's file.
    pub(crate) file: String,
    /// The digest of its text, which lies beside the certificate.
    pub(crate) query: String,
}

/// Writes certificates of what is proven along the paths of a function, and says what became of each
/// goal.
pub(super) fn write(
    writer: &mut CertificateWriter<'_>,
    folder: &Path,
    checked: &Checked,
    enter: &mut impl FnMut(Vec<(Goal, CertificateDetail)>),
) -> Result<(), DriverError> {
    let goals = proven_by(checked, Analysis::Symbolic);
    if goals.is_empty() {
        return Ok(());
    }
    let options = writer.work.arguments(checked.function);
    let modes = options.rounding.modes().to_vec();
    let stem = writer.stem(checked.function);
    for rounding in modes {
        let mode = format!("{rounding:?}").to_lowercase();
        let stem = format!("{stem}-paths-{mode}");
        let budget = writer.work.budget().with_cpu_time(options.timeout);
        let mut queries = QueryFiles { folder, stem: &stem, known: BTreeMap::new(), budget };
        let (proofs, uncertified) = prove(writer, checked, rounding, &goals, &mut queries)?;
        let name = |goal: &Goal| format!("{} {}", writer.module.site_name(goal.0), goal.1.id());
        let named = |(goals, queries): &(BTreeSet<Goal>, Vec<RefutedQuery>)| PathProof {
            goals: goals.iter().map(name).collect(),
            queries: queries.clone(),
        };
        let named_proofs = proofs.iter().map(named).collect();
        let named_rest = uncertified.iter().map(|(goal, why)| (name(goal), why.to_string())).collect();
        let (sources, build) = writer.origin(options);
        let certificate = PathCertificate {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            program: writer.digest.clone(),
            function: writer.module.functions[checked.function].name.clone(),
            rounding: mode,
            sources,
            build,
            proofs: named_proofs,
            uncertified: named_rest,
        };
        let text = serde_json::to_string_pretty(&certificate)
            .map_err(|error| DriverError::internal(error.to_string()))?;
        std::fs::write(folder.join(format!("{stem}.{PATHS_ENDING}")), text)
            .map_err(|error| DriverError::option_unwritable("--certificates", folder, error))?;
        let verified = proofs.into_iter().flat_map(|(goals, _)| goals);
        enter(verified.map(|goal| (goal, CertificateDetail::QueriesVerified)).collect());
        let refused = uncertified.into_iter();
        enter(refused.map(|(goal, why)| (goal, CertificateDetail::NotCertified(why.to_string()))).collect());
    }
    Ok(())
}

/// Goals with their queries, and goals without a certificate.
type PathProofs = (Vec<(BTreeSet<Goal>, Vec<RefutedQuery>)>, Vec<(Goal, NotCertified)>);

/// All goals at once, and each alone where something of all is not certified.
fn prove(
    writer: &CertificateWriter<'_>,
    checked: &Checked,
    rounding: Rounding,
    goals: &BTreeSet<Goal>,
    queries: &mut QueryFiles<'_>,
) -> Result<PathProofs, DriverError> {
    let mut proofs = Vec::new();
    let why = match prove_some(writer, checked, rounding, goals, queries)? {
        Ok(refuted) => return Ok((vec![(goals.clone(), refuted)], Vec::new())),
        Err(why) => why,
    };
    let mut uncertified = Vec::new();
    for &goal in goals {
        let alone = BTreeSet::from([goal]);
        let own = match goals.len() {
            2..=MOST_ALONE => prove_some(writer, checked, rounding, &alone, queries)?,
            _ => Err(why.clone()), // fail-closed: there is no other way.
        };
        match own {
            Ok(refuted) => proofs.push((alone, refuted)),
            Err(why) => uncertified.push((goal, why)),
        }
    }
    Ok((proofs, uncertified))
}

/// The refuted queries that goals rest on; why there are none, if there are none.
fn prove_some(
    writer: &CertificateWriter<'_>,
    checked: &Checked,
    rounding: Rounding,
    goals: &BTreeSet<Goal>,
    queries: &mut QueryFiles<'_>,
) -> Result<Result<Vec<RefutedQuery>, NotCertified>, DriverError> {
    let work = writer.work;
    let time = work.arguments(checked.function).timeout;
    let budget = work.budget().with_cpu_time(time);
    let options = AnalysisOptions { budget, rounding, ..work.analysis_options(checked.function, 1) };
    let subject = CheckSubject { module: writer.module, inputs: &checked.inputs, function: checked.function };
    let kept = Arc::new(Mutex::new(KeptQueries::default()));
    let engine = work.options.solver()?;
    let make = || -> Box<dyn Solver> {
        let engine = engine.make(&ulpwise_engines::SolverOptions::default());
        Box::new(QueryKeeper { engine, kept: Arc::clone(&kept) })
    };
    let ledger = &checked.known.outcome.ledger;
    let PathSilence { silent, obstacle } =
        with_solver(&make, |tools| prove_along_paths(&subject, tools, &options, ledger, goals));
    let kept = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(match obstacle {
        Some(why) => Err(NotCertified::NotFollowed(why)),
        None if silent != *goals => Err(NotCertified::NotSilent),
        None if kept.undecided => Err(NotCertified::Undecided),
        None if kept.texts.len() > MOST_QUERIES => Err(NotCertified::TooManyQueries),
        None => kept.texts.iter().map(|text| queries.certify(text)).collect(),
    })
}

/// The queries of an exploration that were unsatisfiable.
#[derive(Default)]
struct KeptQueries {
    texts: BTreeSet<String>,
    /// Whether one was not decided.
    undecided: bool,
}

/// A solver whose refuted queries are kept.
struct QueryKeeper {
    engine: Box<dyn Solver>,
    kept: Arc<Mutex<KeptQueries>>,
}

impl Solver for QueryKeeper {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let verdict = self.engine.check(store, query, budget);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match verdict {
            Verdict::Sat(_) => {}
            Verdict::Unsat if kept.texts.len() <= MOST_QUERIES => {
                let options = QueryOptions { dialect: Dialect::Extended, values: false };
                kept.texts.insert(print_query(store, query.assertions(), options).text);
            }
            Verdict::Unsat => {}
            Verdict::Unknown(_) => kept.undecided = true,
        }
        verdict
    }
}

/// Certificates of queries, each written once.
struct QueryFiles<'f> {
    folder: &'f Path,
    stem: &'f str,
    /// What became of a query, by its text.
    known: BTreeMap<String, Result<RefutedQuery, NotCertified>>,
    budget: Budget,
}

impl QueryFiles<'_> {
    /// Refutes a query again and writes its certificate.
    fn certify(&mut self, text: &str) -> Result<RefutedQuery, NotCertified> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let refuted = self.refute(text, self.known.len() + 1);
        self.known.insert(text.to_owned(), refuted.clone());
        refuted
    }

    fn refute(&self, text: &str, number: usize) -> Result<RefutedQuery, NotCertified> {
        let mut store = TermStore::new();
        let commands = read_script(&mut store, text.as_bytes())
            .map_err(|error| NotCertified::Unreadable(error.to_string()))?;
        let asserted: Vec<_> = commands
            .into_iter()
            .filter_map(|command| if let Command::Assert { term, .. } = command { Some(term) } else { None })
            .collect();
        let name = format!("{}-{number}", self.stem);
        let path = self.folder.join(&name);
        let query = Query::new(&asserted).with_libm(&host_libm);
        let ending = match ulpwise_engines::certify(&mut store, &query, &path, &self.budget) {
            CertificateState::Steps => "steps",
            CertificateState::Clauses => "lrat",
            CertificateState::None(why) => return Err(NotCertified::NotRefuted(why)),
        };
        let written = std::fs::read(path.with_extension("smt2"))
            .map_err(|error| NotCertified::Unreadable(error.to_string()))?;
        Ok(RefutedQuery { file: format!("{name}.{ending}"), query: sha256(&written) })
    }
}
