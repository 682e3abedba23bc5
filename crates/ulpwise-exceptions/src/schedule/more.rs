//! More time for a function that has had its turn: native searches for what a library has no witness of yet, beginning with the calls that are known.
//!
//! What was proven is not proven again, and paths are not followed again: within the time of a function both have come to their end or have shown that they will not.

use super::{Check, Observer, Options, Outcome, Subject};
use crate::ledger::{Goal, Ledger, Verdict};
use crate::rank::{Finding, join, rank};
use crate::rerun::Rerun;
use crate::session::Session;
use crate::simple::plain_space;
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_ir::SiteId;
use ulpwise_native::NativeError;
use ulpwise_symex::Tools;

/// Which parts of the time searches for first exceptions get, of plain inputs and then of all: most of it, for they are what is scarce. When GSL's special functions have had their time,
/// 98 of 100 exceptions that an hour finds are known, but 94 of 100 places at which a call begins to fail.
const FIRSTS: [u32; 2] = [5, 2];

/// One in so many turns varies all inputs, also those that seem not to matter.
const FULL_TURN: u64 = 4;

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Exceptions without a witness.
    pub goals: BTreeSet<Goal>,
    /// Sites at which no call is known to raise its first exception.
    pub firsts: BTreeSet<SiteId>,
}

/// Searches on within the time of the options, and adds what is found to what is known.
///
/// # Errors
/// The program cannot be run natively.
pub fn search_on(
    subject: &Subject<'_>,
    session: &mut Session<'_>,
    rerun: Rerun<'_>,
    tools: Tools<'_>,
    options: &Options,
    (turn, wanted): (u64, &Wanted),
    (known, findings): (&mut Outcome, &mut Vec<Finding>),
) -> Result<(), NativeError> {
    let mut silent = ();
    let with = (tools, options, &mut silent as &mut dyn Observer);
    let outcome = Outcome::of(known.ledger.without_witnesses());
    let mut check = Check::new(subject, session, rerun, with, outcome);
    check.leads = calls(&known.ledger);
    check.search_for(wanted, turn)?;
    check.shrink()?;
    let Outcome { ledger: found, refuted, .. } = check.outcome;
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
    witnesses.chain(ledger.firsts().map(|(_, first)| first.words.clone())).collect()
}

impl Check<'_, '_, '_> {
    /// Searches for exceptions, then for calls that begin with one at some sites.
    fn search_for(&mut self, wanted: &Wanted, turn: u64) -> Result<(), NativeError> {
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        let stops = self.options.stop_at_exception;
        let all = &inputs.space;
        // The rounds of the first turn are below 128.
        let round = 128 + 4 * turn;
        let influential = crate::influence::influential(self.session, inputs)?;
        let varied = if turn % FULL_TURN == FULL_TURN - 1 { all } else { &influential };
        let is_open = |ledger: &Ledger, (site, _): Goal| {
            wanted.firsts.contains(&site) && ledger.first_at(site).is_none()
        };
        let plain = plain_space(&influential);
        let time = self.time_left();
        let firsts = if wanted.firsts.is_empty() || stops { [0; 2] } else { FIRSTS };
        let part = |part: u32| time.checked_div(part).unwrap_or(Duration::ZERO);
        let rest = time - part(firsts[0]) - part(firsts[1]);
        if !wanted.goals.is_empty() {
            let native = self.native(inputs, varied, round, stops);
            let calls =
                native.search(self.session, wanted.goals.clone(), &mut self.leads, &self.budget, rest)?;
            self.confirm(&calls, crate::ledger::Wave::Native)?;
        }
        for (number, space) in [plain.as_ref(), Some(varied)].into_iter().enumerate() {
            let ledger = &self.outcome.ledger;
            let goals = ledger.entries().filter(|(_, verdict)| !matches!(verdict, Verdict::Proven(_)));
            let goals: BTreeSet<Goal> =
                goals.map(|(goal, _)| goal).filter(|&goal| is_open(ledger, goal)).collect();
            let (Some(space), false, false) = (space, goals.is_empty(), firsts[number] == 0) else {
                continue;
            };
            let native = self.native(inputs, space, round + 1 + number as u64, true);
            let limit = part(firsts[number]);
            let calls = native.search(self.session, goals, &mut self.leads, &self.budget, limit)?;
            self.confirm(&calls, crate::ledger::Wave::Native)?;
        }
        Ok(())
    }
}
