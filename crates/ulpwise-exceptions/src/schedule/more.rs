//! Another time slice of a function: native searches for what a library has no witness of yet,
//! beginning with the calls that are known.
//!
//! What was proven is not proven again, and paths are not followed again: within the time of a
//! function both have come to their end or have shown that they will not.

use super::{AnalysisOptions, CheckOutcome, CheckSubject, ScheduledCheck};
use crate::ledger::{Analysis, Goal, GoalVerdict, Ledger};
use crate::rank::{RankedFinding, join, rank};
use crate::rerun::Rerun;
use crate::session::Session;
use crate::simple::plain_space;
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_ir::SiteId;
use ulpwise_native::NativeError;
use ulpwise_symex::Tools;

/// Which parts of the time searches for root exceptions get, of plain inputs and then of all: most
/// of it, for they are what is scarce. When GSL's special functions have had their time, 98 of 100
/// exceptions that an hour finds are known, but 94 of 100 places at which a call begins to fail.
const ROOT_SEARCH: [u32; 2] = [5, 2];

/// One in so many time slices varies all inputs, also those that seem not to matter.
const FULL_SLICE: u64 = 4;

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Exceptions without a witness.
    pub goals: BTreeSet<Goal>,
    /// Sites at which no call is known to raise its root exception.
    pub roots: BTreeSet<SiteId>,
}

/// A time slice that a function gets besides its own time.
#[derive(Clone, Copy)]
pub struct SearchSlice<'a> {
    /// How many it has had before.
    pub number: u64,
    /// What is looked for.
    pub wanted: &'a Wanted,
}

/// What is known of a function, to which a time slice adds.
pub struct KnownVerdicts<'k> {
    /// The verdicts.
    pub outcome: &'k mut CheckOutcome,
    /// The findings, the most harmful first.
    pub findings: &'k mut Vec<RankedFinding>,
}

/// Searches on within the time of the options, and adds what is found to what is known.
///
/// # Errors
/// The program cannot be run natively.
pub fn search_on(
    subject: &CheckSubject<'_>,
    session: &mut Session<'_>,
    rerun: Rerun<'_>,
    tools: Tools<'_>,
    options: &AnalysisOptions,
    slice: SearchSlice<'_>,
    known: KnownVerdicts<'_>,
) -> Result<(), NativeError> {
    let KnownVerdicts { outcome: known, findings } = known;
    let mut silent = ();
    let outcome = CheckOutcome::new(known.ledger.without_witnesses());
    let mut check = ScheduledCheck::new(subject, session, rerun, tools, options, &mut silent, outcome);
    check.seeds = calls(&known.ledger);
    check.search_for(slice)?;
    check.shrink()?;
    let CheckOutcome { ledger: found, refuted, .. } = check.outcome;
    let new = known.ledger.add(&found);
    let to_rank = found.only(&new);
    let rerun = Rerun { rounding: options.rounding, ..rerun };
    let ranked = rank(subject, session, rerun, &to_rank, &options.budget);
    // What was called proven and happens has no finding yet; of all others the known one stays.
    *findings = join(std::mem::take(findings), ranked);
    known.refuted.extend(refuted);
    Ok(())
}

/// The calls of a ledger.
fn calls(ledger: &Ledger) -> BTreeSet<Vec<u64>> {
    let witnesses = ledger.witnesses().map(|(_, witness)| witness.words.clone());
    witnesses.chain(ledger.root_witnesses().map(|(_, first)| first.words.clone())).collect()
}

impl ScheduledCheck<'_, '_, '_> {
    /// Searches for exceptions, then for calls that begin with one at some sites.
    fn search_for(&mut self, slice: SearchSlice<'_>) -> Result<(), NativeError> {
        let SearchSlice { number: slice, wanted } = slice;
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let stops = self.options.stop_at_exception;
        let all = &inputs.space;
        // The rounds of a function's own time are below 128.
        let round = 128 + 4 * slice;
        let influential = crate::influence::influential(self.session, inputs, &self.budget)?;
        let varied = if slice % FULL_SLICE == FULL_SLICE - 1 { all } else { &influential };
        let is_open = |ledger: &Ledger, (site, _): Goal| {
            wanted.roots.contains(&site) && ledger.root_witness_at(site).is_none()
        };
        let plain = plain_space(&influential);
        let time = self.time_left();
        let parts = if wanted.roots.is_empty() || stops { [0; 2] } else { ROOT_SEARCH };
        let part = |part: u32| time.checked_div(part).unwrap_or(Duration::ZERO);
        let rest = time - part(parts[0]) - part(parts[1]);
        if !wanted.goals.is_empty() {
            let native = self.native(inputs, varied, round, stops);
            let calls =
                native.search(self.session, wanted.goals.clone(), &mut self.seeds, &self.budget, rest)?;
            self.confirm(&calls, Analysis::Native)?;
        }
        for (number, space) in [plain.as_ref(), Some(varied)].into_iter().enumerate() {
            let ledger = &self.outcome.ledger;
            let goals = ledger.entries().filter(|(_, verdict)| !matches!(verdict, GoalVerdict::Proven(_)));
            let goals: BTreeSet<Goal> =
                goals.map(|(goal, _)| goal).filter(|&goal| is_open(ledger, goal)).collect();
            let (Some(space), false, false) = (space, goals.is_empty(), parts[number] == 0) else {
                continue;
            };
            let native = self.native(inputs, space, round + 1 + number as u64, true);
            let limit = part(parts[number]);
            let calls = native.search(self.session, goals, &mut self.seeds, &self.budget, limit)?;
            self.confirm(&calls, Analysis::Native)?;
        }
        Ok(())
    }
}
