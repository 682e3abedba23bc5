//! What was found, in a database in the user's folder: each function is written as a whole when it
//! is done, so that a run that was ended at any moment goes on where it was.
//!
//! Operations are known by their names, not their numbers. A database belongs to one program and
//! one set of options; of another it is refused.

mod findings;
mod records;

pub use records::{StoredCall, StoredEntry, StoredFunction, StoredVerdict, stored_functions};

use crate::error::DriverError;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use ulpwise_exceptions::{
    Analysis, CheckOutcome, Goal, GoalVerdict, Ledger, RankedFinding, Unknown, Witness,
};
use ulpwise_finding::UnknownCause;
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::CallEnd;
use ulpwise_symex::Answers;

/// The name of the database in its folder.
const FILE: &str = "check.sqlite";

/// The version of its tables.
const VERSION: i64 = 7;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(60);

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS about (key TEXT NOT NULL, version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS function (
    name TEXT PRIMARY KEY, seconds REAL NOT NULL, all_paths INTEGER NOT NULL, paths INTEGER NOT NULL,
    sat INTEGER NOT NULL, unsat INTEGER NOT NULL, undecided INTEGER NOT NULL, not_native TEXT,
    slices INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS verdict (
    function TEXT NOT NULL, site TEXT NOT NULL, property TEXT NOT NULL, verdict TEXT NOT NULL, analysis TEXT, reason TEXT, cause TEXT,
    call INTEGER, PRIMARY KEY (function, site, property)
);
CREATE TABLE IF NOT EXISTS call (
    function TEXT NOT NULL, number INTEGER NOT NULL, analysis TEXT NOT NULL, rounding TEXT NOT NULL, words BLOB NOT NULL, ended TEXT NOT NULL,
    code INTEGER NOT NULL, output BLOB NOT NULL, events TEXT NOT NULL, PRIMARY KEY (function, number)
);";

/// What is known of a function.
pub(super) struct FunctionRecord {
    pub(super) outcome: CheckOutcome,
    /// The exceptions that have a witness, the most harmful first.
    pub(super) findings: Vec<RankedFinding>,
    pub(super) seconds: f64,
    /// How many time slices the function has had besides its own time.
    pub(super) slices: u64,
}

/// A database of verdicts.
pub(super) struct Store {
    connection: Mutex<Connection>,
    file: PathBuf,
}

impl Store {
    /// Opens the database of a folder, or makes it. The key says of which program and which
    /// options.
    pub(super) fn open(folder: &Path, key: &str) -> Result<Store, DriverError> {
        let file = folder.join(FILE);
        std::fs::create_dir_all(folder)
            .map_err(|error| DriverError::FolderNotMade { path: folder.to_owned(), error })?;
        let wrong = |error: rusqlite::Error| unusable(&file, &error);
        let connection = Connection::open(&file).map_err(wrong)?;
        connection.busy_timeout(PATIENCE).map_err(wrong)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
        connection.execute_batch(TABLES).map_err(wrong)?;
        connection.execute_batch(findings::TABLE).map_err(wrong)?;
        let known: Option<(String, i64)> = connection
            .query_row("SELECT key, version FROM about", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()
            .map_err(wrong)?;
        match known {
            None => {
                connection
                    .execute("INSERT INTO about VALUES (?1, ?2)", params![key, VERSION])
                    .map_err(wrong)?;
            }
            Some((of, VERSION)) if of == key => {}
            Some(_) => {
                let what = "holds verdicts on another program, with other options, or of another ulpwise";
                let help = Some("name another folder, or remove this one");
                return Err(DriverError::UnusableStore { file, what: what.to_owned(), help });
            }
        }
        Ok(Store { connection: Mutex::new(connection), file })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn to_error(&self) -> impl Fn(rusqlite::Error) -> DriverError + '_ {
        |error| unusable(&self.file, &error)
    }

    /// Takes over the functions of another database that this one does not have.
    pub(super) fn merge(&self, folder: &Path, key: &str) -> Result<(), DriverError> {
        let other = folder.join(FILE);
        if !other.is_file() {
            let what = format!("there is no {FILE}");
            return Err(DriverError::unusable_file("--merge", folder, what));
        }
        // Whether it is of the same program is looked at as for the own one.
        drop(Store::open(folder, key)?);
        let mut connection = self.connection();
        connection
            .execute("ATTACH ?1 AS other", params![other.to_string_lossy()])
            .map_err(self.to_error())?;
        let merged = (|| {
            let transaction = connection.transaction()?;
            for table in ["verdict", "call", "finding"] {
                let new = "function NOT IN (SELECT name FROM main.function)";
                transaction.execute(
                    &format!("INSERT INTO main.{table} SELECT * FROM other.{table} WHERE {new}"),
                    [],
                )?;
            }
            transaction.execute("INSERT OR IGNORE INTO main.function SELECT * FROM other.function", [])?;
            transaction.commit()
        })();
        merged.map_err(self.to_error())?;
        connection.execute("DETACH other", []).map_err(self.to_error())?;
        Ok(())
    }

    /// Writes what is known of a function, all or nothing.
    pub(super) fn save(
        &self,
        module: &Module,
        function: FunctionId,
        known: &FunctionRecord,
    ) -> Result<(), DriverError> {
        let FunctionRecord { outcome, findings, seconds, slices } = known;
        let mut connection = self.connection();
        let name = &module.functions[function].name;
        let saved = (|| {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM verdict WHERE function = ?1", params![name])?;
            transaction.execute("DELETE FROM call WHERE function = ?1", params![name])?;
            // The call that comes first with an exception at a site stands for it when the calls
            // are read again.
            let mut calls: Vec<&Witness> = outcome.ledger.root_witnesses().map(|(_, first)| first).collect();
            for ((site, exception), verdict) in outcome.ledger.entries() {
                let (kind, analysis, unknown, call) = verdict_columns(verdict, &mut calls);
                let (reason, cause) = unknown.map(|why| (why.text.as_str(), why.cause.id())).unzip();
                transaction.execute(
                    "INSERT INTO verdict VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![
                        name,
                        module.site_name(site),
                        exception.id(),
                        kind,
                        analysis,
                        reason,
                        cause,
                        call
                    ],
                )?;
            }
            for (number, call) in calls.iter().enumerate() {
                let (ended, code) = end_to_text(call.end);
                let events: Vec<String> = call
                    .events
                    .iter()
                    .map(|&(site, exception)| format!("{} {}", module.site_name(site), exception.id()))
                    .collect();
                transaction.execute(
                    "INSERT INTO call VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                    params![
                        name,
                        number as i64,
                        call.analysis.id(),
                        call.rounding.id(),
                        to_bytes(&call.words),
                        ended,
                        code,
                        to_bytes(&call.output),
                        events.join("\n")
                    ],
                )?;
            }
            let CheckOutcome { all_paths, paths, answers, not_native, .. } = outcome;
            let [sat, unsat, unknown] =
                [answers.sat, answers.unsat, answers.unknown].map(|number| number as i64);
            transaction.execute(
                "INSERT OR REPLACE INTO function VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    name,
                    seconds,
                    all_paths,
                    *paths as i64,
                    sat,
                    unsat,
                    unknown,
                    not_native,
                    *slices as i64
                ],
            )?;
            findings::save(&transaction, module, name, findings)?;
            transaction.commit()
        })();
        saved.map_err(self.to_error())
    }

    /// What is known of a function, if it was done.
    pub(super) fn load(
        &self,
        module: &Module,
        function: FunctionId,
        empty: Ledger,
    ) -> Result<Option<FunctionRecord>, DriverError> {
        let connection = self.connection();
        let name = &module.functions[function].name;
        let loaded = (|| {
            let Some(mut record) = load_record(&connection, name, empty)? else { return Ok(None) };
            let ledger = &mut record.outcome.ledger;
            let sites = Sites::in_ledger(module, ledger);
            let calls = load_calls(&connection, name, &sites)?;
            calls.values().for_each(|witness| drop(ledger.witness(witness)));
            load_verdicts(&connection, name, &sites, &calls, ledger)?;
            record.findings = findings::load(&connection, module, name, &sites)?;
            Ok(Some(record))
        })();
        loaded.map_err(self.to_error())
    }
}

/// What is known of a function, still without verdicts and findings.
fn load_record(
    connection: &Connection,
    name: &str,
    ledger: Ledger,
) -> rusqlite::Result<Option<FunctionRecord>> {
    let count = |row: &Row<'_>, column: usize| row.get::<_, i64>(column).map(|count| count as u64);
    let record = |row: &Row<'_>| {
        let outcome = CheckOutcome {
            ledger,
            all_paths: row.get(1)?,
            paths: count(row, 2)?,
            answers: Answers { sat: count(row, 3)?, unsat: count(row, 4)?, unknown: count(row, 5)? },
            not_native: row.get(6)?,
            not_abstract: None,
            refuted: Vec::new(),
        };
        Ok(FunctionRecord { outcome, findings: Vec::new(), seconds: row.get(0)?, slices: count(row, 7)? })
    };
    let query = "SELECT seconds, all_paths, paths, sat, unsat, undecided, not_native, slices FROM function WHERE name = ?1";
    connection.query_row(query, params![name], record).optional()
}

/// The calls of a function by their numbers.
fn load_calls(
    connection: &Connection,
    name: &str,
    sites: &Sites,
) -> rusqlite::Result<BTreeMap<i64, Witness>> {
    let mut query = connection.prepare(
        "SELECT analysis, words, ended, code, output, events, number, rounding FROM call WHERE function = ?1",
    )?;
    let mut rows = query.query(params![name])?;
    let mut calls = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (analysis, ended, events): (String, String, String) = (row.get(0)?, row.get(2)?, row.get(5)?);
        let (words, output): (Vec<u8>, Vec<u8>) = (row.get(1)?, row.get(4)?);
        let rounding: String = row.get(7)?;
        let witness = Witness {
            analysis: parse_analysis(&analysis).unwrap_or(Analysis::Native),
            rounding: RoundingMode::from_id(&rounding).unwrap_or_default(),
            words: from_bytes(&words),
            end: end_from_text(&ended, row.get(3)?),
            output: from_bytes(&output),
            events: events.lines().filter_map(|line| sites.goal(line)).collect(),
        };
        calls.insert(row.get(6)?, witness);
    }
    Ok(calls)
}

/// The columns of a verdict: its kind, the analysis that gave it, why it is unknown, and the number of
/// the call that is its witness, which is among the calls then.
fn verdict_columns<'o>(
    verdict: &'o GoalVerdict,
    calls: &mut Vec<&'o Witness>,
) -> (&'static str, Option<&'static str>, Option<&'o Unknown>, Option<i64>) {
    match verdict {
        GoalVerdict::Witness(witness) => {
            let known = calls.iter().position(|known| *known == witness);
            let number = known.unwrap_or_else(|| {
                calls.push(witness);
                calls.len() - 1
            });
            ("witness", Some(witness.analysis.id()), None, Some(number as i64))
        }
        GoalVerdict::Proven(analysis) => ("proven", Some(analysis.id()), None, None),
        GoalVerdict::Unknown(why) => ("unknown", None, Some(why), None),
    }
}

/// Enters the verdicts on a function in its ledger.
fn load_verdicts(
    connection: &Connection,
    name: &str,
    sites: &Sites,
    calls: &BTreeMap<i64, Witness>,
    ledger: &mut Ledger,
) -> rusqlite::Result<()> {
    let mut query = connection
        .prepare("SELECT site, property, call, analysis, reason, cause FROM verdict WHERE function = ?1")?;
    let mut rows = query.query(params![name])?;
    while let Some(row) = rows.next()? {
        let (site, property): (String, String) = (row.get(0)?, row.get(1)?);
        let Some(goal) = sites.goal(&format!("{site} {property}")) else { continue };
        let (analysis, reason): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
        match (row.get::<_, Option<i64>>(2)?, analysis.as_deref().and_then(parse_analysis)) {
            // Each exception has its own witness, the simplest.
            (Some(call), _) => {
                if let Some(witness) = calls.get(&call) {
                    ledger.replace(goal, witness);
                }
            }
            (None, Some(analysis)) => ledger.prove(goal, analysis),
            (None, None) => {
                let cause = row.get::<_, Option<String>>(5)?;
                // What another version wrote is never read: every cause is one of this version's.
                let cause =
                    cause.as_deref().and_then(UnknownCause::from_id).unwrap_or(UnknownCause::Unsupported);
                ledger.explain(goal, &Unknown::new(cause, reason.unwrap_or_default()));
            }
        }
    }
    Ok(())
}

/// Sites by their names.
struct Sites(std::collections::HashMap<String, SiteId>);

impl Sites {
    fn in_ledger(module: &Module, ledger: &Ledger) -> Sites {
        Sites(ledger.entries().map(|((site, _), _)| (module.site_name(site), site)).collect())
    }

    fn in_module(module: &Module) -> Sites {
        Sites(module.sites.ids().map(|site| (module.site_name(site), site)).collect())
    }

    fn site(&self, name: &str) -> Option<SiteId> {
        self.0.get(name).copied()
    }

    /// A goal from the name of a site, a space and that of an exception.
    fn goal(&self, text: &str) -> Option<Goal> {
        let (site, property) = text.rsplit_once(' ')?;
        Some((self.site(site)?, parse_exception(property)?))
    }
}

pub(super) fn parse_analysis(id: &str) -> Option<Analysis> {
    Analysis::ALL.into_iter().find(|analysis| analysis.id() == id)
}

pub(super) fn parse_exception(id: &str) -> Option<Exception> {
    Exception::ALL.into_iter().find(|exception| exception.id() == id)
}

pub(super) fn end_to_text(end: CallEnd) -> (&'static str, i32) {
    match end {
        CallEnd::Returned => ("returned", 0),
        CallEnd::TimedOut => ("timed out", 0),
        CallEnd::Exited(code) => ("exited", code),
        CallEnd::Signal(signal) => ("signal", signal),
    }
}

pub(super) fn end_from_text(text: &str, code: i32) -> CallEnd {
    match text {
        "returned" => CallEnd::Returned,
        "exited" => CallEnd::Exited(code),
        "signal" => CallEnd::Signal(code),
        _ => CallEnd::TimedOut,
    }
}

fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn from_bytes(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
}

fn unusable(file: &Path, error: &rusqlite::Error) -> DriverError {
    DriverError::UnusableStore {
        file: file.to_owned(),
        what: format!("cannot be used: {error}"),
        help: Some("it is not a database of ulpwise, or another program has it open"),
    }
}
