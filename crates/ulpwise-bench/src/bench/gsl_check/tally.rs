//! What a database of `ulpwise check` has to say, counted.

use crate::bench::agree::signature::{Parameter, Signature};
use anyhow::{Context, Result};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::Path;
use ulpwise_ir::{FloatUnaryOp, Module, SiteKind};

/// A function, a site and a property.
pub(super) type Entry = (String, String, String);

/// The counts.
#[derive(Default)]
pub(super) struct Tally {
    functions: usize,
    all_paths: usize,
    without_exception: usize,
    without_unknown: usize,
    /// Distinct pairs of site and property that have a witness.
    pub(super) pairs: BTreeSet<(String, String)>,
    on_arithmetic: usize,
    on_libm: usize,
    /// Pairs as seen from each function.
    from_functions: usize,
    by_property: BTreeMap<String, usize>,
    /// Sites that raise the first exception of a call, and those of them with plain inputs.
    first: BTreeSet<String>,
    plain_first: BTreeSet<String>,
    /// Everything that was called proven.
    pub(super) proven: BTreeSet<Entry>,
    entries: usize,
    /// Verdicts by analysis: witnesses and proofs.
    by_analysis: BTreeMap<String, [usize; 2]>,
    seconds: f64,
    /// Functions that were done before their time was over.
    before_time: usize,
    /// Functions of which all paths were followed and that raise nothing.
    all_paths_without_exception: usize,
    /// What the solvers said: sat, unsat, unknown.
    answers: [i64; 3],
    /// Distinct sites that raise something, and the inputs that were found for them.
    locations: BTreeSet<String>,
    inputs_to_locations: usize,
    /// Overflows and underflows: distinct pairs whose true result is known, and those of them where
    /// it is an ordinary number.
    classified: BTreeMap<String, [BTreeSet<String>; 2]>,
}

impl Tally {
    /// Counts what the database has on these functions.
    pub(super) fn read(
        file: &Path,
        module: &Module,
        signatures: &[Signature],
        seconds: f64,
    ) -> Result<Tally> {
        let connection =
            Connection::open(file).with_context(|| format!("{} is not there", file.display()))?;
        let signatures: HashMap<&str, &Signature> =
            signatures.iter().map(|one| (one.name.as_str(), one)).collect();
        let kinds: HashMap<String, SiteKind> =
            module.sites.ids().map(|site| (module.site_name(site), module.sites[site].kind)).collect();
        let mut tally = Tally::default();
        let mut open: HashMap<String, [usize; 2]> = HashMap::new();
        let mut query =
            connection.prepare("SELECT function, site, property, verdict, analysis FROM verdict")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let function: String = row.get(0)?;
            if !signatures.contains_key(function.as_str()) {
                continue;
            }
            let (site, property, verdict): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
            let analysis: Option<String> = row.get(4)?;
            tally.entries += 1;
            let counts = open.entry(function.clone()).or_default();
            let by_analysis = tally.by_analysis.entry(analysis.unwrap_or_default()).or_default();
            match verdict.as_str() {
                "witness" => {
                    counts[0] += 1;
                    by_analysis[0] += 1;
                    tally.from_functions += 1;
                    tally.locations.insert(site.clone());
                    tally.pairs.insert((site, property));
                }
                "proven" => {
                    by_analysis[1] += 1;
                    tally.proven.insert((function, site, property));
                }
                _ => counts[1] += 1,
            }
        }
        tally.by_analysis.remove("");
        tally.without_exception = open.values().filter(|counts| counts[0] == 0).count();
        tally.without_unknown = open.values().filter(|counts| counts[1] == 0).count();
        // Square roots are calls of libm in GSL's source, whatever the compiler makes of them.
        let is_libm = |kind| matches!(kind, SiteKind::Libm(_) | SiteKind::Unary(FloatUnaryOp::Sqrt, _));
        let is_arithmetic = |kind| matches!(kind, SiteKind::Binary(..));
        let count = |is: &dyn Fn(SiteKind) -> bool| {
            tally.pairs.iter().filter(|(site, _)| kinds.get(site).is_some_and(|&kind| is(kind))).count()
        };
        (tally.on_arithmetic, tally.on_libm) = (count(&is_arithmetic), count(&is_libm));
        for (_, property) in &tally.pairs {
            *tally.by_property.entry(property.clone()).or_default() += 1;
        }
        tally.read_calls(&connection, &signatures)?;
        tally.read_functions(&connection, &signatures, seconds, &open)?;
        tally.read_findings(&connection, &signatures)?;
        Ok(tally)
    }

    fn read_calls(&mut self, connection: &Connection, signatures: &HashMap<&str, &Signature>) -> Result<()> {
        let mut query = connection.prepare("SELECT function, words, events FROM call")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (function, words, events): (String, Vec<u8>, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let Some(signature) = signatures.get(function.as_str()) else { continue };
            let Some((site, _)) = events.lines().next().and_then(|event| event.rsplit_once(' ')) else {
                continue;
            };
            self.inputs_to_locations += events.lines().count();
            self.first.insert(site.to_owned());
            if is_plain(signature, &words) {
                self.plain_first.insert(site.to_owned());
            }
        }
        Ok(())
    }

    fn read_functions(
        &mut self,
        connection: &Connection,
        signatures: &HashMap<&str, &Signature>,
        limit: f64,
        open: &HashMap<String, [usize; 2]>,
    ) -> Result<()> {
        let mut query =
            connection.prepare("SELECT name, seconds, all_paths, sat, unsat, undecided FROM function")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            if signatures.contains_key(name.as_str()) {
                self.functions += 1;
                let (seconds, all_paths): (f64, bool) = (row.get(1)?, row.get(2)?);
                self.seconds += seconds;
                self.all_paths += usize::from(all_paths);
                // Analyses have three quarters of the time.
                self.before_time += usize::from(all_paths || seconds < 0.7 * limit);
                let raises = open.get(&name).is_some_and(|counts| counts[0] > 0);
                self.all_paths_without_exception += usize::from(all_paths && !raises);
                for (sum, at) in self.answers.iter_mut().zip(3..) {
                    *sum += row.get::<_, i64>(at)?;
                }
            }
        }
        Ok(())
    }
}

impl Tally {
    fn read_findings(
        &mut self,
        connection: &Connection,
        signatures: &HashMap<&str, &Signature>,
    ) -> Result<()> {
        let mut query = connection.prepare(
            "SELECT function, site, property, avoidable FROM finding
             WHERE property IN ('overflow', 'underflow') AND avoidable IS NOT NULL",
        )?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (function, site, property): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            if signatures.contains_key(function.as_str()) {
                let [all, avoidable] = self.classified.entry(property).or_default();
                if row.get(3)? {
                    avoidable.insert(site.clone());
                }
                all.insert(site);
            }
        }
        Ok(())
    }
}

/// Whether all doubles of a call are zero or of a size that people use.
fn is_plain(signature: &Signature, words: &[u8]) -> bool {
    let mut words = words.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
    signature.parameters.iter().all(|parameter| match parameter {
        Parameter::Double => {
            let magnitude = f64::from_bits(words.next().unwrap_or(0)).abs();
            magnitude == 0.0 || (1e-6..=1e6).contains(&magnitude)
        }
        Parameter::Out(count) => words.by_ref().take(*count).count() == *count,
        Parameter::Int | Parameter::Unsigned | Parameter::Mode => words.next().is_some(),
    })
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decided = self.from_functions + self.proven.len();
        let share = 100.0 * decided as f64 / self.entries.max(1) as f64;
        writeln!(f, "functions done {}, all paths followed {}", self.functions, self.all_paths)?;
        writeln!(
            f,
            "without an exception {}, everything decided {}",
            self.without_exception, self.without_unknown
        )?;
        writeln!(f, "seconds of functions {:.0}", self.seconds)?;
        let (arithmetic, libm) = (self.on_arithmetic, self.on_libm);
        let others = self.pairs.len() - arithmetic - libm;
        writeln!(
            f,
            "pairs of site and exception: {arithmetic} on arithmetic, {libm} on libm, {others} on conversions and others"
        )?;
        writeln!(f, "as seen from all functions: {}", self.from_functions)?;
        for (property, number) in &self.by_property {
            writeln!(f, "  {property:<16}{number:>7}")?;
        }
        let [sat, unsat, unknown] = self.answers;
        let ratio = |number: i64| number as f64 / (sat + unsat + unknown).max(1) as f64;
        writeln!(f, "as the paper's table 5:")?;
        writeln!(
            f,
            "  no timeout {}, all paths explored {}, of them no exception {}",
            self.before_time, self.all_paths, self.all_paths_without_exception
        )?;
        writeln!(
            f,
            "  queries: sat {:.2}, unsat {:.2}, unknown {:.2} of {}",
            ratio(sat),
            ratio(unsat),
            ratio(unknown),
            sat + unsat + unknown
        )?;
        writeln!(
            f,
            "  locations {}, inputs to locations {}; hours {:.2}",
            self.locations.len(),
            self.inputs_to_locations,
            self.seconds / 3600.0
        )?;
        writeln!(f, "as the paper's table 6, potentially avoidable:")?;
        for (property, [all, avoidable]) in &self.classified {
            let ratio = avoidable.len() as f64 / all.len().max(1) as f64;
            writeln!(f, "  {property:<12}{:>6} of {:>6}, {ratio:.2}", avoidable.len(), all.len())?;
        }
        writeln!(f, "sites with the first exception of a call: {}", self.first.len())?;
        writeln!(f, "  of them with plain inputs: {}", self.plain_first.len())?;
        writeln!(f, "ledger: {} entries, {decided} decided ({share:.1} %)", self.entries)?;
        for (analysis, [witnesses, proofs]) in &self.by_analysis {
            writeln!(f, "  {analysis:<12}{witnesses:>7} witnesses{proofs:>8} proofs")?;
        }
        Ok(())
    }
}
