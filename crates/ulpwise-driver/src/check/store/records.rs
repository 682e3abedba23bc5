//! What a store has kept, read without the program: for benchmarks and other tools that count.
//!
//! Operations have their names, as everywhere in the store. What says what an analysis is or how a
//! call ended and cannot be read is taken for unknown, never for a proof.

use super::{FILE, VERSION, end_from_text, from_bytes, parse_analysis, parse_exception, unusable};
use crate::check::model::ending;
use crate::error::DriverError;
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::path::Path;
use ulpwise_exceptions::Analysis;
use ulpwise_finding::{Ending, Questions};
use ulpwise_interp::Exception;

/// What a store has kept of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFunction {
    /// The linker's name.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
    /// How many time slices it has had besides its own time.
    pub slices: u64,
    /// Whether every path was followed.
    pub all_paths: bool,
    /// How many paths were followed.
    pub paths: u64,
    /// What the solver was asked.
    pub questions: Questions,
    /// Its ledger.
    pub entries: Vec<StoredEntry>,
    /// The calls that were kept as witnesses, whatever they were kept for.
    pub calls: Vec<StoredCall>,
}

/// An entry of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The stable name of the site.
    pub site: String,
    /// What can go wrong there.
    pub property: Exception,
    /// Whether it does.
    pub verdict: StoredVerdict,
}

/// What is known about an exception at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredVerdict {
    /// A call raises it.
    Witness {
        /// The analysis that found the call.
        by: Analysis,
        /// Whether the true result is an ordinary number, if that is known.
        avoidable: Option<bool>,
    },
    /// No input raises it; the analysis that proves it.
    Proven(Analysis),
    /// Neither is known; why.
    Unknown(String),
}

/// A call that was made natively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCall {
    /// What it was given, a word for each number.
    pub words: Vec<u64>,
    /// How it ended.
    pub ending: Ending,
    /// What it gave back, a word for each number.
    pub output: Vec<u64>,
    /// What it raised, in this order: the stable name of the site, and the exception.
    pub events: Vec<(String, Exception)>,
}

/// Reads what [`crate::CheckOptions::store`] has kept in a folder, all functions by name.
///
/// # Errors
/// The folder has no database, or one of another version.
pub fn stored_functions(folder: &Path) -> Result<Vec<StoredFunction>, DriverError> {
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(DriverError::unusable_file("", folder, format!("there is no {FILE}")));
    }
    let wrong = |error: rusqlite::Error| unusable(&file, &error);
    let connection = Connection::open(&file).map_err(wrong)?;
    let version: i64 =
        connection.query_row("SELECT version FROM about", [], |row| row.get(0)).map_err(wrong)?;
    if version != VERSION {
        let what = "is of another ulpwise".to_owned();
        return Err(DriverError::UnusableStore { file, what, help: None });
    }
    read_functions(&connection).map_err(wrong)
}

fn read_functions(connection: &Connection) -> rusqlite::Result<Vec<StoredFunction>> {
    let mut query = connection.prepare(
        "SELECT name, seconds, slices, all_paths, paths, sat, unsat, undecided FROM function ORDER BY name",
    )?;
    let mut rows = query.query([])?;
    let mut functions = Vec::new();
    while let Some(row) = rows.next()? {
        let count = |column: usize| row.get::<_, i64>(column).map(|count| count as u64);
        let name: String = row.get(0)?;
        functions.push(StoredFunction {
            seconds: row.get(1)?,
            slices: count(2)?,
            all_paths: row.get(3)?,
            paths: count(4)?,
            questions: Questions { sat: count(5)?, unsat: count(6)?, unknown: count(7)? },
            entries: read_entries(connection, &name)?,
            calls: read_calls(connection, &name)?,
            name,
        });
    }
    Ok(functions)
}

fn read_entries(connection: &Connection, name: &str) -> rusqlite::Result<Vec<StoredEntry>> {
    let mut query =
        connection.prepare("SELECT site, property, avoidable FROM finding WHERE function = ?1")?;
    let mut rows = query.query(params![name])?;
    let mut avoidable: HashMap<(String, String), Option<bool>> = HashMap::new();
    while let Some(row) = rows.next()? {
        avoidable.insert((row.get(0)?, row.get(1)?), row.get(2)?);
    }
    let mut query = connection
        .prepare("SELECT site, property, verdict, analysis, reason FROM verdict WHERE function = ?1")?;
    let mut rows = query.query(params![name])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let (site, property): (String, String) = (row.get(0)?, row.get(1)?);
        let Some(exception) = parse_exception(&property) else { continue };
        let (verdict, analysis): (String, Option<String>) = (row.get(2)?, row.get(3)?);
        let avoidable = avoidable.get(&(site.clone(), property)).copied().flatten();
        let verdict = match (verdict.as_str(), analysis.as_deref().and_then(parse_analysis)) {
            ("witness", Some(by)) => StoredVerdict::Witness { by, avoidable },
            ("proven", Some(by)) => StoredVerdict::Proven(by),
            _ => StoredVerdict::Unknown(row.get::<_, Option<String>>(4)?.unwrap_or_default()),
        };
        entries.push(StoredEntry { site, property: exception, verdict });
    }
    Ok(entries)
}

fn read_calls(connection: &Connection, name: &str) -> rusqlite::Result<Vec<StoredCall>> {
    let mut query = connection
        .prepare("SELECT words, ended, code, output, events FROM call WHERE function = ?1 ORDER BY number")?;
    let mut rows = query.query(params![name])?;
    let mut calls = Vec::new();
    while let Some(row) = rows.next()? {
        let (words, output): (Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(3)?);
        let (ended, events): (String, String) = (row.get(1)?, row.get(4)?);
        calls.push(StoredCall {
            words: from_bytes(&words),
            ending: ending(end_from_text(&ended, row.get(2)?)),
            output: from_bytes(&output),
            events: events.lines().filter_map(parse_event).collect(),
        });
    }
    Ok(calls)
}

/// An event from the name of a site, a space and that of an exception.
fn parse_event(line: &str) -> Option<(String, Exception)> {
    let (site, property) = line.rsplit_once(' ')?;
    Some((site.to_owned(), parse_exception(property)?))
}
