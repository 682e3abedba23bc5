//! Inaccuracy that is searched for along a path: digits that one sum loses, and operands that
//! cancel in a later one.
//!
//! Every sum and difference of terms leaves its checks on the path ([`Terms::is_inaccurate`]);
//! where a loop executes one too often, only samples of its runs do. When the path has ended, the
//! solver is asked for inputs that take it and for which a combination of checks tells: first
//! digits are lost, then operands cancel; then each check alone. Nothing is concluded from what is
//! not found.
//!
//! [`Terms::is_inaccurate`]: crate::terms::Terms::is_inaccurate

use crate::executor::Executor;
use crate::inputs::InputValue;
use crate::questions::QueryAnswer;
use crate::state::PathState;
use crate::terms::{CheckLimits, Inaccuracy, Performed};
use std::time::Duration;
use ulpwise_expr::Term;
use ulpwise_ir::SiteId;

/// The least that a question may take, and the most.
const LEAST_LIMIT: Duration = Duration::from_millis(50);
const MOST_LIMIT: Duration = Duration::from_secs(2);

/// Which part of the time that is left one question may take.
const SHARE: u32 = 8;

/// Which runs of a site are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// All.
    All,
    /// From one on, every so many.
    Uniform {
        /// The first.
        start: u32,
        /// How far it is to the next.
        step: u32,
    },
    /// From one on, in steps that become ten times as large with each order of magnitude.
    Logarithmic {
        /// The first.
        start: u32,
        /// How far it is to the next at first.
        step: u32,
    },
}

impl Default for Sampling {
    fn default() -> Self {
        Self::Logarithmic { start: 0, step: 1 }
    }
}

impl Sampling {
    /// Whether a run of a site is looked at; the first has the number 0.
    pub fn takes(self, run: u32) -> bool {
        let (start, step) = match self {
            Self::All => return true,
            Self::Uniform { start, step } => (start, step),
            Self::Logarithmic { start, step } => {
                let since = run.saturating_sub(start);
                (start, step.saturating_mul(10u32.pow(since.checked_ilog10().unwrap_or(0))))
            }
        };
        run >= start && (run - start).is_multiple_of(step.max(1))
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// When a check tells.
    pub limits: CheckLimits,
    /// Which runs of a site are looked at.
    pub sampling: Sampling,
    /// How many questions are asked about one path.
    pub questions: usize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { limits: CheckLimits::default(), sampling: Sampling::default(), questions: 16 }
    }
}

/// A check on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InaccuracyCheck {
    /// The sum or difference.
    pub site: SiteId,
    /// Which run of it on the path; the first has the number 0.
    pub run: u32,
    /// What it tells of.
    pub inaccuracy: Inaccuracy,
}

/// Inputs for which checks tell, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The checks.
    pub checks: Vec<InaccuracyCheck>,
    /// The inputs.
    pub inputs: Vec<InputValue>,
}

/// A check that a path came by, and the condition on which it tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    check: InaccuracyCheck,
    tells: Term,
}

impl<'p> Executor<'p, '_> {
    /// Notes the checks of an operation that is about to be carried out on terms.
    pub(crate) fn note_checks(&mut self, state: &mut PathState<'p>, site: SiteId, performed: &Performed) {
        let Some(CheckOptions { limits, sampling, .. }) = self.options.checks else { return };
        let Performed::Operation { inst, rounding, operands } = performed else { return };
        let mut run = None;
        for inaccuracy in [Inaccuracy::PrecisionLoss, Inaccuracy::Cancellation] {
            let Some(tells) = self.terms.is_inaccurate(inaccuracy, limits, *inst, *rounding, operands) else {
                return;
            };
            // Both checks belong to one run.
            let run = *run.get_or_insert_with(|| {
                let count = state.runs.entry(site).or_insert(0);
                *count += 1;
                *count - 1
            });
            let tells = self.guarded(tells);
            if sampling.takes(run) && self.terms.store.bool_constant(tells) != Some(false) {
                state.passed.push(Passed { check: InaccuracyCheck { site, run, inaccuracy }, tells });
            }
        }
    }

    /// Asks for inputs that take a path which has ended, and for which checks on it tell.
    pub(crate) fn look_for_inaccuracy(&mut self, state: &mut PathState<'p>) {
        let Some(CheckOptions { questions, .. }) = self.options.checks else { return };
        let passed = state.passed.to_vec();
        for combination in combinations(&passed).into_iter().take(questions) {
            if self.options.budget.check(0).is_err() {
                return;
            }
            let cases: Vec<Term> = combination.iter().map(|passed| passed.tells).collect();
            let case = self.terms.store.and(&cases);
            let share = self.options.budget.time_left().map(|left| left / SHARE);
            let limit = share.unwrap_or(MOST_LIMIT).clamp(LEAST_LIMIT, MOST_LIMIT);
            if let QueryAnswer::Taken(model) = self.questions.aside(&mut self.terms, state, case, limit) {
                let inputs = state.inputs.iter().map(|input| input.value(&model)).collect();
                let checks = combination.iter().map(|passed| passed.check).collect();
                self.combinations.push(Combination { checks, inputs });
            }
        }
    }
}

/// What to ask for, the most promising first: digits that are lost just before a cancellation, the
/// last cancellation first; then cancellations; then losses.
fn combinations(passed: &[Passed]) -> Vec<Vec<Passed>> {
    let of = |inaccuracy: Inaccuracy| {
        let places = (0..passed.len()).filter(move |&at| passed[at].check.inaccuracy == inaccuracy);
        places.collect::<Vec<usize>>()
    };
    let (losses, cancellations) = (of(Inaccuracy::PrecisionLoss), of(Inaccuracy::Cancellation));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for &cancellation in &cancellations {
        let here = |loss: &usize| {
            let (loss, cancellation) = (passed[*loss].check, passed[cancellation].check);
            (loss.site, loss.run) == (cancellation.site, cancellation.run)
        };
        // One sum cannot do both: operands so far apart do not cancel.
        let before = losses.iter().filter(|&&loss| loss < cancellation).filter(|loss| !here(loss));
        pairs.extend(before.map(|&loss| (loss, cancellation)));
    }
    pairs.sort_by_key(|&(loss, cancellation)| (cancellation - loss, passed.len() - cancellation));
    // Not only pairs: a third of the questions is about single checks, beginning with the last.
    let mut singles = cancellations.iter().rev().chain(losses.iter().rev()).map(|&at| vec![passed[at]]);
    let mut all = Vec::new();
    for (number, (loss, cancellation)) in pairs.into_iter().enumerate() {
        all.push(vec![passed[loss], passed[cancellation]]);
        if number % 2 == 1 {
            all.extend(singles.next());
        }
    }
    all.extend(singles);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_sampled_evenly_or_by_orders_of_magnitude() {
        let taken = |sampling: Sampling, runs: u32| -> Vec<u32> {
            (0..runs).filter(|&run| sampling.takes(run)).collect()
        };
        assert_eq!(taken(Sampling::All, 4), [0, 1, 2, 3]);
        assert_eq!(taken(Sampling::Uniform { start: 2, step: 3 }, 12), [2, 5, 8, 11]);
        let logarithmic = taken(Sampling::default(), 400);
        assert_eq!(logarithmic[..12], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20]);
        assert_eq!(logarithmic[18..], [90, 100, 200, 300].as_slice()[..]);
        assert_eq!(
            taken(Sampling::Uniform { start: 0, step: 0 }, 2),
            [0, 1],
            "a step of nothing is one of one"
        );
    }
}
