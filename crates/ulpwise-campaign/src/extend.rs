//! A further round: more time for what is unknown and that time may decide, where most is to be gained,
//! with the inputs that were found until now to begin with.

use crate::error::CampaignError;
use crate::folder::CampaignFolder;
use crate::merge::merge;
use crate::packing::{Packing, pack};
use crate::plan::{CampaignAnalysis, CampaignPlan, read_plans, unit, write_plan};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_driver::CallSeed;
use ulpwise_finding::{FunctionReport, LedgerEntry, Run, UnknownCause, Verdict};

/// How a round is planned.
#[derive(Clone, Debug)]
pub struct ExtendOptions {
    /// How many times the time of the last round a function gets.
    pub factor: f64,
    /// How much CPU time the round may take in all, if there is a limit.
    pub total: Option<Duration>,
    /// How long a unit of several functions should take at most.
    pub unit_time: Duration,
    /// For how many cores.
    pub cores: usize,
}

/// What was planned.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendedRound {
    /// The round.
    pub round: usize,
    /// How many units it has.
    pub units: usize,
    /// How many functions.
    pub functions: usize,
    /// How many exceptions are open that time may decide, in all functions.
    pub open: usize,
    /// How many calls searches begin with.
    pub seeds: usize,
    /// How long a function may take.
    pub timeout: f64,
}

/// With how many calls of the same types searches begin at most.
const MOST_SEEDS: usize = 64;

/// What an exception counts that another function has a witness of.
const KNOWN_ELSEWHERE: f64 = 0.1;

/// A function that may get more time.
struct Candidate {
    function: usize,
    open: usize,
    /// What a second of it may bring.
    rate: f64,
}

/// Plans a further round.
///
/// # Errors
/// The rounds before are not over, or nothing is open that more time may decide.
pub fn extend(folder: &CampaignFolder, options: &ExtendOptions) -> Result<ExtendedRound, CampaignError> {
    let plans = read_plans(folder)?;
    plans.iter().try_for_each(CampaignPlan::check_version)?;
    let merged = merge(folder)?;
    if !merged.status.is_over() {
        let [_, running, waiting, _] = merged.status.counts();
        return Err(CampaignError::refused(
            format!("{} units are not done yet", running + waiting),
            "`ulpwise campaign run` works on them; a round is planned when those before are over",
        ));
    }
    let (first, last) = (&plans[0], &plans[plans.len() - 1]);
    let timeout = last.units.iter().map(|unit| unit.timeout).fold(0.0, f64::max) * options.factor;
    let mut candidates = candidates(first, &merged.runs, timeout);
    candidates.sort_by(|one, other| other.rate.total_cmp(&one.rate).then(one.function.cmp(&other.function)));
    let most = options.total.map_or(usize::MAX, |total| (total.as_secs_f64() / timeout) as usize);
    candidates.truncate(most);
    if candidates.is_empty() {
        return Err(CampaignError::refused(
            "nothing is open that more time may decide",
            "`ulpwise campaign report --verbose` has the reasons of what is unknown",
        ));
    }
    let mut analysis = first.analysis.clone();
    let mut seeds = 0;
    if let CampaignAnalysis::Check(check) = &mut analysis {
        check.seeds = call_seeds(&merged.runs);
        seeds = check.seeds.len();
    }
    let round = last.round + 1;
    let before: usize = plans.iter().map(|plan| plan.units.len()).sum();
    let packing = Packing { unit_time: options.unit_time.as_secs_f64(), cores: options.cores };
    let all = vec![timeout; first.functions.len()];
    let own: Vec<f64> = candidates.iter().map(|_| timeout).collect();
    let units = pack(&own, &packing).into_iter().enumerate().map(|(at, functions)| {
        let functions = functions.into_iter().map(|at| candidates[at].function).collect();
        // Another seed finds what the one before did not.
        unit(before + at + 1, functions, first.analysis.seed() + round as u64 - 1, timeout, &all)
    });
    let plan = CampaignPlan { round, analysis, units: units.collect(), ..first.clone() };
    write_plan(folder, &plan)?;
    Ok(ExtendedRound {
        round,
        units: plan.units.len(),
        functions: candidates.len(),
        open: candidates.iter().map(|one| one.open).sum(),
        seeds,
        timeout,
    })
}

/// Whether more time may decide an entry.
fn is_worth_time(entry: &LedgerEntry) -> bool {
    match (&entry.verdict, entry.unknown_cause()) {
        (Verdict::Unknown(_), Some(cause)) => match cause {
            UnknownCause::Time | UnknownCause::Paths | UnknownCause::Solver => true,
            UnknownCause::LoopBound
            | UnknownCause::Call
            | UnknownCause::Length
            | UnknownCause::Memory
            | UnknownCause::Environment
            | UnknownCause::Undefined
            | UnknownCause::Assumption
            | UnknownCause::Unconfirmed
            | UnknownCause::Unsupported => false,
        },
        // Other commands have no causes.
        (Verdict::Unknown(_), None) => true,
        (Verdict::Witness(_) | Verdict::Proven(_), _) => false,
    }
}

fn candidates(plan: &CampaignPlan, runs: &[Run], timeout: f64) -> Vec<Candidate> {
    let places: BTreeMap<&str, usize> =
        plan.functions.iter().enumerate().map(|(at, one)| (one.linker_name.as_str(), at)).collect();
    let mut found = Vec::new();
    for run in runs {
        let key = |entry: &LedgerEntry| (entry.site, entry.property);
        let all = || run.functions.iter().flat_map(|function| &function.ledger);
        let witnessed: BTreeSet<_> =
            all().filter(|entry| entry.verdict.finding().is_some()).map(key).collect();
        let weight =
            |entry: &&LedgerEntry| if witnessed.contains(&key(entry)) { KNOWN_ELSEWHERE } else { 1.0 };
        for function in &run.functions {
            let open: Vec<&LedgerEntry> =
                function.ledger.iter().filter(|entry| is_worth_time(entry)).collect();
            let Some(&place) = places.get(function.linker_name.as_str()) else { continue };
            if !open.is_empty() {
                let rate = open.iter().map(weight).sum::<f64>() / timeout.max(function.seconds);
                found.push(Candidate { function: place, open: open.len(), rate });
            }
        }
    }
    found
}

/// The calls of the witnesses that were found, the most harmful of each function first.
fn call_seeds(runs: &[Run]) -> Vec<CallSeed> {
    let mut by_types: BTreeMap<Vec<String>, BTreeSet<Vec<u64>>> = BTreeMap::new();
    let longest = |function: &FunctionReport| function.findings().len();
    let functions = || runs.iter().flat_map(|run| &run.functions);
    let most = functions().map(longest).max().unwrap_or(0);
    // The first of each function, then the second of each.
    for rank in 0..most {
        for function in functions() {
            let Some((_, finding)) = function.findings().get(rank).copied() else { continue };
            let inputs = &finding.call.inputs;
            let types: Vec<String> = inputs.iter().map(|input| input.value.ty.clone()).collect();
            let bits = inputs
                .iter()
                .map(|input| u64::from_str_radix(input.value.bits.trim_start_matches("0x"), 16).ok());
            let Some(bits) = bits.collect::<Option<Vec<u64>>>() else { continue };
            let known = by_types.entry(types).or_default();
            if known.len() < MOST_SEEDS {
                known.insert(bits);
            }
        }
    }
    let seeds = by_types.into_iter().flat_map(|(types, calls)| {
        calls.into_iter().map(move |bits| CallSeed { types: types.clone(), bits })
    });
    seeds.collect()
}
