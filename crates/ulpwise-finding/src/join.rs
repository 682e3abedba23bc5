//! Several runs about one program made one: sites and files get new ordinals, and what several runs
//! know of the same function is put together.
//!
//! What holds: the result does not depend on the order of the runs, but on their contents and the
//! order of functions that is asked for. A witness outweighs an unknown, and so does a proof. What
//! one run proves and another one sees happen is a bug of ulpwise, and is reported as one.

mod numbering;

use crate::detail::RunDetail;
use crate::run::{FunctionReport, LedgerEntry, LedgerKey, NotChecked, Refuted, Run, Verdict};
use numbering::Numbering;
use std::collections::{BTreeMap, BTreeSet};

/// One run of all. `order` has the linker's names of the functions in the order in which reports
/// show them; functions that it does not name come last. Where two runs know the same, the earlier
/// of `runs` is believed.
pub fn join(runs: &[Run], order: &[String]) -> Run {
    let places: BTreeMap<&str, usize> =
        order.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let place = |name: &str| places.get(name).copied().unwrap_or(order.len());
    let mut reports: Vec<(usize, &FunctionReport)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, of)| of.functions.iter().map(move |one| (run, one)))
        .collect();
    // Sorting keeps the order of the runs.
    reports.sort_by(|(_, one), (_, other)| {
        let key = |report: &'_ FunctionReport| place(&report.linker_name);
        key(one).cmp(&key(other)).then_with(|| one.linker_name.cmp(&other.linker_name))
    });
    let mut numbering = Numbering::new(runs);
    let mut functions: Vec<FunctionReport> = Vec::new();
    for (run, report) in reports {
        let report = numbering.function(run, report);
        match functions.last_mut() {
            Some(last) if last.linker_name == report.linker_name => add(last, report),
            _ => functions.push(report),
        }
    }
    let checked: BTreeSet<&str> = functions.iter().map(|function| function.linker_name.as_str()).collect();
    let mut seen = BTreeSet::new();
    let mut not_checked: Vec<NotChecked> = runs.iter().flat_map(|run| run.not_checked.clone()).collect();
    not_checked.retain(|one| !checked.contains(one.function.as_str()) && seen.insert(one.function.clone()));
    not_checked.sort_by_key(|one| place(&one.function));
    let mut warnings: Vec<String> = Vec::new();
    for warning in runs.iter().flat_map(|run| &run.warnings) {
        if !warnings.contains(warning) {
            warnings.push(warning.clone());
        }
    }
    let first = runs.first();
    let (files, sites) = numbering.into_tables();
    Run {
        version: first.map(|run| run.version.clone()).unwrap_or_default(),
        task: first.map(|run| run.task.clone()).unwrap_or_default(),
        command: first.map(|run| run.command.clone()).unwrap_or_default(),
        files,
        sites,
        functions,
        not_checked,
        left: 0,
        // A baseline is about all functions: one is stale only if no run met it.
        stale: stale(runs),
        warnings,
        exit_code: 0,
        detail: first.map_or(RunDetail::Check, |run| run.detail.clone()),
    }
}

/// What every run calls stale.
fn stale(runs: &[Run]) -> Vec<crate::run::BaselineEntry> {
    let in_all = |entry: &&crate::run::BaselineEntry| runs.iter().all(|run| run.stale.contains(entry));
    runs.first().map(|run| run.stale.iter().filter(in_all).cloned().collect()).unwrap_or_default()
}

/// Adds what another run knows of the same function.
fn add(known: &mut FunctionReport, other: FunctionReport) {
    let FunctionReport {
        name: _,
        linker_name: _,
        ledger,
        locations,
        all_paths,
        paths,
        questions,
        not_native,
        not_abstract,
        remedies,
        assumptions,
        refuted,
        seconds,
    } = other;
    let ranked = known.ledger.iter().filter_map(|entry| entry.verdict.finding()?.rank).max().unwrap_or(0);
    let mut at: BTreeMap<LedgerKey, usize> =
        known.ledger.iter().enumerate().map(|(at, entry)| ((entry.site, entry.property), at)).collect();
    for mut entry in ledger {
        // What is new comes after what was known, in its own order.
        if let Verdict::Witness(finding) = &mut entry.verdict {
            finding.rank = finding.rank.map(|rank| rank + ranked);
        }
        let key = (entry.site, entry.property);
        match at.get(&key) {
            Some(&place) => {
                let happens = settle(&mut known.ledger[place], entry);
                known.refuted.extend(happens.map(|by| Refuted { goal: key, by }));
            }
            None => {
                at.insert(key, known.ledger.len());
                known.ledger.push(entry);
            }
        }
    }
    close_ranks(known);
    known.locations = (known.locations.0.max(locations.0), known.locations.1.max(locations.1));
    known.all_paths |= all_paths;
    known.paths += paths;
    known.questions.sat += questions.sat;
    known.questions.unsat += questions.unsat;
    known.questions.unknown += questions.unknown;
    known.not_native = known.not_native.take().and(not_native);
    known.not_abstract = known.not_abstract.take().and(not_abstract);
    // They were counted for less that is decided.
    if known.remedies.is_empty() {
        known.remedies = remedies;
    }
    known.assumptions.extend(assumptions);
    known.assumptions.sort();
    known.assumptions.dedup();
    known.refuted.extend(refuted);
    known.seconds += seconds;
}

/// Keeps the better verdict of two; the analysis that called proven what happens, if one did.
fn settle(known: &mut LedgerEntry, other: LedgerEntry) -> Option<String> {
    match (&known.verdict, &other.verdict) {
        (Verdict::Unknown(_), _) => {
            *known = other;
            None
        }
        (Verdict::Proven(by), Verdict::Witness(_)) => {
            let by = by.clone();
            *known = other;
            Some(by)
        }
        (Verdict::Witness(_), Verdict::Proven(by)) => Some(by.clone()),
        (Verdict::Witness(_), Verdict::Witness(_) | Verdict::Unknown(_))
        | (Verdict::Proven(_), Verdict::Proven(_) | Verdict::Unknown(_)) => None,
    }
}

/// Makes the ranks of findings count from 1 without gaps, in their order.
fn close_ranks(function: &mut FunctionReport) {
    let mut ranked: Vec<&mut usize> = function
        .ledger
        .iter_mut()
        .filter_map(|entry| match &mut entry.verdict {
            Verdict::Witness(finding) => finding.rank.as_mut(),
            Verdict::Proven(_) | Verdict::Unknown(_) => None,
        })
        .collect();
    ranked.sort();
    for (number, rank) in ranked.into_iter().enumerate() {
        *rank = number + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// A run of its own for each function of a run.
    fn split(run: &Run) -> Vec<Run> {
        let one = |function: &FunctionReport| Run { functions: vec![function.clone()], ..run.clone() };
        run.functions.iter().map(one).collect()
    }

    #[test]
    fn the_parts_of_a_run_make_the_run_in_any_order() {
        let run = sample();
        let order: Vec<String> = run.functions.iter().map(|one| one.linker_name.clone()).collect();
        let whole = join(std::slice::from_ref(&run), &order);
        let mut parts = split(&run);
        assert_eq!(join(&parts, &order).functions, whole.functions);
        parts.reverse();
        let joined = join(&parts, &order);
        assert_eq!(
            (joined.functions, joined.sites, joined.files),
            (whole.functions, whole.sites, whole.files)
        );
        let texts = |run: &Run| -> Vec<String> {
            let entries = run.functions.iter().flat_map(|function| &function.ledger);
            entries.map(|entry| format!("{} {:?}", run.sites[entry.site].id, entry.property)).collect()
        };
        assert_eq!(texts(&run), texts(&join(&parts, &order)));
    }

    #[test]
    fn the_same_run_twice_counts_once() {
        let run = sample();
        let twice = join(&[run.clone(), run.clone()], &[]);
        let once = join(std::slice::from_ref(&run), &[]);
        let counts = |run: &Run| run.functions.iter().map(FunctionReport::count).collect::<Vec<_>>();
        assert_eq!(counts(&twice), counts(&once));
        assert_eq!(twice.sites, once.sites);
    }

    #[test]
    fn a_verdict_outweighs_an_unknown_and_a_contradiction_is_reported() {
        let run = sample();
        let (function, at) = run
            .functions
            .iter()
            .enumerate()
            .find_map(|(number, function)| {
                Some((number, function.ledger.iter().position(|entry| entry.verdict.finding().is_some())?))
            })
            .unwrap();
        let with = |verdict: Verdict| {
            let mut other = run.clone();
            other.functions[function].ledger[at].verdict = verdict;
            other
        };
        let open = with(Verdict::Unknown("time".to_owned()));
        for runs in [[open.clone(), run.clone()], [run.clone(), open]] {
            let joined = join(&runs, &[]);
            let count = |run: &Run| run.functions.iter().map(|one| one.count().witnesses).sum::<usize>();
            assert_eq!(count(&joined), count(&run));
        }
        let proven = with(Verdict::Proven("abstract".to_owned()));
        for runs in [[proven.clone(), run.clone()], [run.clone(), proven]] {
            assert!(join(&runs, &[]).contradicts_itself());
        }
    }
}
