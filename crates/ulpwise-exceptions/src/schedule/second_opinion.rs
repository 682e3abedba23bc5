//! A second opinion on proofs: before they are reported they are held against native calls.
//!
//! Calls of unoptimised code are made at inputs chosen to hurt, and a guided search looks for
//! calls that raise what was called impossible, as it does for everything else. A proof that a call
//! contradicts is withdrawn for the witness, and reported as a bug of ulpwise.

use super::{PacedCalls, ScheduledCheck};
use crate::ledger::{Analysis, Goal, GoalVerdict};
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_native::{NativeError, SearchSubject, hard_points};

/// How many calls a proof is held against at chosen inputs.
const CALLS: usize = 512;

/// How many calls of witnesses and of earlier searches have neighbours among them.
const NEIGHBOURS: usize = 64;

/// The number of the search among the rounds of native search.
const ROUND: u64 = 200;

/// Which part of the time that the check took the search may take, and how long at most.
const SEARCH: (u32, Duration) = (8, Duration::from_millis(500));

impl ScheduledCheck<'_, '_, '_> {
    /// Holds proofs against native calls, unless native analysis is not wanted or not possible.
    pub(super) fn take_second_opinion(&mut self) -> Result<(), NativeError> {
        let wants_native = self.options.analyses.contains(&Analysis::Native);
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        if !wants_native || self.proven().is_empty() || inputs.space.variables.is_empty() {
            return Ok(());
        }
        let subject = SearchSubject {
            module: self.subject.module,
            function: self.subject.function,
            space: &inputs.space,
        };
        let witnesses = self.outcome.ledger.witnesses().map(|(_, witness)| witness.words.clone());
        let near: Vec<Vec<u64>> = witnesses.chain(self.seeds.iter().cloned()).take(NEIGHBOURS).collect();
        let points = hard_points(subject, &near, CALLS, self.options.seed);
        for part in points.chunks(CALLS / 8) {
            // Analyses may take their whole time: then these calls take of what is kept.
            if self.options.budget.check(0).is_err() {
                return Ok(());
            }
            self.enter_news(part)?;
        }
        self.search_against_proofs()
    }

    fn proven(&self) -> BTreeSet<Goal> {
        let entries = self.outcome.ledger.entries();
        let proven = entries.filter(|(_, verdict)| match verdict {
            // A trial of all inputs has made every call already.
            GoalVerdict::Proven(analysis) => *analysis != Analysis::Exhaustive,
            GoalVerdict::Witness(_) | GoalVerdict::Unknown(_) => false,
        });
        proven.map(|(goal, _)| goal).collect()
    }

    /// Searches for calls that raise what was called impossible.
    fn search_against_proofs(&mut self) -> Result<(), NativeError> {
        let wanted: BTreeSet<Goal> =
            self.proven().into_iter().filter(|(_, exception)| !exception.is_on_request()).collect();
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        if wanted.is_empty() || self.budget.check(0).is_err() {
            return Ok(());
        }
        let (part, most) = SEARCH;
        let limit = (self.begun.elapsed() / part).min(most).min(self.time_left());
        let native = self.native(inputs, &inputs.space, ROUND, self.options.stop_at_exception);
        let calls = native.search(self.session, wanted, &mut self.seeds, &self.budget, limit)?;
        self.enter_news(&calls)
    }

    /// Enters calls that contradict a proof, or decide what is open. What has a witness keeps it, so
    /// that reports do not depend on how far a search for contradictions went.
    fn enter_news(&mut self, calls: &[Vec<u64>]) -> Result<(), NativeError> {
        let judge = self.judge();
        let Ok(inputs) = &self.subject.inputs.native else { return Ok(()) };
        for part in PacedCalls::new(calls) {
            if self.options.budget.check(0).is_err() {
                break;
            }
            let refuted = self.session.enter_news(inputs, part, &mut self.outcome.ledger, judge)?;
            self.outcome.refuted.extend(refuted);
        }
        Ok(())
    }
}
