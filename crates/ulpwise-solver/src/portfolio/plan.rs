//! Which engine gets a time slice when, and for how long.

use crate::verdict::Reason;
use std::time::Duration;

/// How much longer each round is than the one before. What an engine repeats in a later round is
/// then a small part of it.
const GROWTH: u32 = 4;

/// One time slice of a plan: which of the engines, and for how long in the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSlice {
    /// The index of the engine among those of the portfolio.
    pub engine: usize,
    /// How long it may take.
    pub length: Duration,
}

/// Where a query is in the plan. Engines that gave up get no more time slices; the plan repeats
/// with longer ones until all have.
#[derive(Debug)]
pub(super) struct PlanProgress<'p> {
    plan: &'p [TimeSlice],
    /// The next time slice.
    next: usize,
    factor: u32,
    /// Why each engine gave up; `None` while it may go on.
    given_up: Vec<Option<Reason>>,
    /// Whether each engine had a time slice.
    asked: Vec<bool>,
    /// Whether each engine is in the middle of a time slice.
    busy: Vec<bool>,
}

/// The next time slice to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Next {
    pub(super) engine: usize,
    /// `None` for all that is left: no other engine could use it.
    pub(super) length: Option<Duration>,
}

impl<'p> PlanProgress<'p> {
    pub(super) fn new(plan: &'p [TimeSlice], engines: usize) -> PlanProgress<'p> {
        PlanProgress {
            plan,
            next: 0,
            factor: 1,
            given_up: vec![None; engines],
            asked: vec![false; engines],
            busy: vec![false; engines],
        }
    }

    /// The next time slice when so many engines can work at the same time; `None` if no engine is
    /// free.
    pub(super) fn next(&mut self, at_once: usize) -> Option<Next> {
        let going_on = self.given_up.iter().filter(|reason| reason.is_none()).count();
        for _ in 0..self.plan.len() {
            let TimeSlice { engine, length } = self.plan[self.next];
            let factor = self.factor;
            self.next += 1;
            if self.next == self.plan.len() {
                self.next = 0;
                self.factor = self.factor.saturating_mul(GROWTH);
            }
            if self.given_up[engine].is_none() && !self.busy[engine] {
                self.asked[engine] = true;
                self.busy[engine] = true;
                let length = (going_on > at_once).then(|| length.saturating_mul(factor));
                return Some(Next { engine, length });
            }
        }
        None
    }

    /// Notes that a time slice has ended without an answer.
    pub(super) fn left_open(&mut self, engine: usize, reason: Reason) {
        use ulpwise_base::Exhausted;
        self.busy[engine] = false;
        // The end of a time slice is no reason to give up. Steps are counted for the whole query,
        // so an engine that used them up is done.
        let may_go_on = matches!(reason, Reason::Exhausted(Exhausted::Time | Exhausted::Cancelled));
        self.given_up[engine] = (!may_go_on).then_some(reason);
    }

    /// Whether every other engine had a time slice before and left the query open.
    pub(super) fn is_last_resort(&self, engine: usize) -> bool {
        (0..self.asked.len()).all(|other| other == engine || (self.asked[other] && !self.busy[other]))
    }

    /// Why no engine decided: the most important reason. A bug before all else, then what was too
    /// large, then what an engine that understood the query left; that it is not supported only if
    /// no engine understood it.
    pub(super) fn most_telling(self) -> Reason {
        let rank = |reason: &Reason| match reason {
            Reason::Fault(_) => 4,
            Reason::TooLarge(_) => 3,
            Reason::Incomplete(_) => 2,
            Reason::External(_) => 1,
            Reason::Unsupported(_) | Reason::Exhausted(_) => 0,
        };
        let reason = self.given_up.into_iter().flatten().max_by_key(rank);
        reason.unwrap_or_else(|| Reason::Incomplete("the portfolio has no engine".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Exhausted;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_slices_grow_and_the_last_engine_gets_all() {
        let plan = [TimeSlice { engine: 0, length: MS(1) }, TimeSlice { engine: 1, length: MS(10) }];
        let mut progress = PlanProgress::new(&plan, 2);
        let over = || Reason::Exhausted(Exhausted::Time);
        for length in [1, 10, 4, 40] {
            let next = progress.next(1).unwrap();
            assert_eq!(next.length, Some(MS(length)));
            assert_eq!(progress.is_last_resort(next.engine), length != 1);
            progress.left_open(next.engine, over());
        }
        let next = progress.next(1).unwrap();
        progress.left_open(next.engine, Reason::Incomplete("tired".to_owned()));
        assert_eq!(progress.next(1), Some(Next { engine: 1, length: None }));
        progress.left_open(1, Reason::Exhausted(Exhausted::Steps));
        assert_eq!(progress.next(1), None);
        assert_eq!(progress.most_telling(), Reason::Incomplete("tired".to_owned()));
    }

    #[test]
    fn engines_at_once_are_different_ones() {
        let plan = [0, 0, 1].map(|engine| TimeSlice { engine, length: MS(5) });
        let mut progress = PlanProgress::new(&plan, 2);
        assert_eq!(progress.next(2), Some(Next { engine: 0, length: None }));
        assert_eq!(progress.next(2), Some(Next { engine: 1, length: None }));
        assert_eq!(progress.next(2), None);
        assert!(!progress.is_last_resort(1), "the other one is still busy");
    }
}
