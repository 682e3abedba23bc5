//! What the store of a check has to say, counted.

use crate::bench::agree::signature::{Parameter, Signature};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use ulpwise_driver::{Exception, StoredCall, StoredEntry, StoredFunction, StoredVerdict};
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
    answers: [u64; 3],
    /// Distinct sites that raise something, and the inputs that were found for them.
    locations: BTreeSet<String>,
    inputs_to_locations: usize,
    /// Overflows and underflows: distinct pairs whose true result is known, and those of them where
    /// it is an ordinary number.
    classified: BTreeMap<String, [BTreeSet<String>; 2]>,
}

impl Tally {
    /// Counts what was kept on these functions, each of which had so many seconds.
    pub(super) fn count(
        stored: &[StoredFunction],
        module: &Module,
        signatures: &[Signature],
        seconds: f64,
    ) -> Tally {
        let signatures: HashMap<&str, &Signature> =
            signatures.iter().map(|one| (one.name.as_str(), one)).collect();
        let kinds: HashMap<String, SiteKind> =
            module.sites.ids().map(|site| (module.site_name(site), module.sites[site].kind)).collect();
        let mut tally = Tally::default();
        for function in stored {
            let Some(signature) = signatures.get(function.name.as_str()) else { continue };
            let mut counts = [0; 2];
            for entry in &function.entries {
                tally.add_entry(&function.name, entry, &mut counts);
            }
            function.calls.iter().for_each(|call| tally.add_call(signature, call));
            tally.add_function(function, counts, seconds);
        }
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
        tally
    }

    /// Counts an entry, and that the function has one more that is raised or not known.
    fn add_entry(&mut self, function: &str, entry: &StoredEntry, [raised, unknown]: &mut [usize; 2]) {
        let StoredEntry { site, property, verdict } = entry;
        let id = property.id().to_owned();
        self.entries += 1;
        match verdict {
            StoredVerdict::Witness { by, avoidable } => {
                *raised += 1;
                self.by_analysis.entry(by.id().to_owned()).or_default()[0] += 1;
                self.from_functions += 1;
                self.locations.insert(site.clone());
                if let (Exception::Overflow | Exception::Underflow, Some(is_avoidable)) =
                    (property, avoidable)
                {
                    let [all, avoidable] = self.classified.entry(id.clone()).or_default();
                    if *is_avoidable {
                        avoidable.insert(site.clone());
                    }
                    all.insert(site.clone());
                }
                self.pairs.insert((site.clone(), id));
            }
            StoredVerdict::Proven(by) => {
                self.by_analysis.entry(by.id().to_owned()).or_default()[1] += 1;
                self.proven.insert((function.to_owned(), site.clone(), id));
            }
            StoredVerdict::Unknown(_) => *unknown += 1,
        }
    }

    fn add_call(&mut self, signature: &Signature, call: &StoredCall) {
        let Some((site, _)) = call.events.first() else { return };
        self.inputs_to_locations += call.events.len();
        self.first.insert(site.clone());
        if is_plain(signature, &call.words) {
            self.plain_first.insert(site.clone());
        }
    }

    fn add_function(&mut self, function: &StoredFunction, [raised, unknown]: [usize; 2], limit: f64) {
        let &StoredFunction { seconds, all_paths, questions, .. } = function;
        self.functions += 1;
        self.seconds += seconds;
        self.all_paths += usize::from(all_paths);
        // Analyses have three quarters of the time.
        self.before_time += usize::from(all_paths || seconds < 0.7 * limit);
        self.all_paths_without_exception += usize::from(all_paths && raised == 0);
        if !function.entries.is_empty() {
            self.without_exception += usize::from(raised == 0);
            self.without_unknown += usize::from(unknown == 0);
        }
        let answers = [questions.sat, questions.unsat, questions.unknown];
        self.answers.iter_mut().zip(answers).for_each(|(sum, number)| *sum += number);
    }
}

/// Whether all doubles of a call are zero or of a size that people use.
fn is_plain(signature: &Signature, words: &[u64]) -> bool {
    let mut words = words.iter().copied();
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
        let ratio = |number: u64| number as f64 / (sat + unsat + unknown).max(1) as f64;
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
