//! The search: from many starting points, one variable at a time, towards less distance.
//!
//! Each round takes a root that does not hold and proposes values for variables below it: inverses
//! along a path, moves that know floats, and now and then a walk along one variable in steps of
//! halving size. The best proposal is taken if it brings the sum of distances down. Where none
//! does, the roots that do not hold count more from then on, which changes the landscape; after too
//! long without success another starting point is taken. From every other starting point the roots
//! are first made to hold one after the other, as far as that goes.

use crate::descend::{Proposal, descend};
use crate::moves::Moves;
use crate::program::EvaluationProgram;
use crate::shape::{Slot, ValueShape};
use crate::state::SearchState;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_float::order::{from_ordinal, is_nan, ordinal};
use ulpwise_solver::{Bounds, Libm, Reason};

/// How many proposals compete in a round.
const PROPOSALS: usize = 8;

/// How often, in rounds, the budget is asked.
const ROUNDS_PER_CHECK: u64 = 16;

/// What counts as progress: sums of logarithms are not exact.
const PROGRESS: f64 = 1e-4;

pub(crate) struct LocalSearch<'p> {
    pub(crate) state: SearchState<'p>,
    moves: Moves,
    random: SplitMix64,
    pub(crate) rounds: u64,
    pub(crate) restarts: u64,
}

impl<'p> LocalSearch<'p> {
    pub(crate) fn new(
        program: &'p EvaluationProgram,
        bounds: Option<&Bounds>,
        libm: Option<&'p Libm<'p>>,
        seed: u64,
    ) -> Result<LocalSearch<'p>, Reason> {
        let state = SearchState::new(program, libm)?;
        let moves = Moves::new(program, bounds);
        Ok(LocalSearch { state, moves, random: SplitMix64::new(seed), rounds: 0, restarts: 0 })
    }

    /// The values of all variables where every root holds; `None` if `max_rounds` rounds found no
    /// such.
    pub(crate) fn run(&mut self, max_rounds: u64, budget: &Budget) -> Result<Option<Vec<Slot>>, Reason> {
        let mut patience = 200 + 20 * self.state.program.variables.len() as u64;
        loop {
            // Every other start is tried in order first: it takes few rounds to see whether that
            // succeeds.
            if self.restarts.is_multiple_of(2) && self.settle_in_order(max_rounds, budget)? {
                return Ok(Some(self.values()));
            }
            if self.climb(patience, max_rounds, budget)? {
                return Ok(Some(self.values()));
            }
            if self.rounds >= max_rounds || self.state.program.variables.is_empty() {
                return Ok(None);
            }
            self.restarts += 1;
            // Some regions need longer, so every start is more patient than the one before.
            patience += patience / 8;
            let start: Vec<Slot> = (0..self.state.program.variables.len() as u32)
                .map(|variable| self.moves.start(self.state.program, variable, &mut self.random))
                .collect();
            self.state.restart(&start)?;
        }
    }

    fn values(&self) -> Vec<Slot> {
        (0..self.state.program.variables.len() as u32).map(|variable| self.state.value(variable)).collect()
    }

    /// Rounds from here until every root holds, or nothing got better for a while.
    fn climb(&mut self, patience: u64, max_rounds: u64, budget: &Budget) -> Result<bool, Reason> {
        let mut idle = 0;
        let mut violated: Vec<u32> = Vec::new();
        let mut fewest = usize::MAX;
        while idle < patience && self.rounds < max_rounds {
            violated.clear();
            violated.extend(self.state.violated());
            if violated.is_empty() {
                return Ok(true);
            }
            if violated.len() < fewest {
                fewest = violated.len();
                idle = 0;
            }
            if self.rounds.is_multiple_of(ROUNDS_PER_CHECK) {
                budget.check(self.state.evaluations)?;
            }
            self.rounds += 1;
            let root = *self.random.choose(&violated);
            if self.round(root)? {
                continue;
            }
            idle += 1;
            match self.random.below(16) {
                0 => self.walk_below(root, budget)?,
                1 | 2 => self.jump(root)?,
                _ => {}
            }
            if self.random.below(4) == 0 {
                self.state.weigh();
            }
        }
        Ok(self.state.is_solved())
    }

    /// Tries some proposals and keeps the best if it is progress.
    fn round(&mut self, root: u32) -> Result<bool, Reason> {
        let before = self.state.total;
        let mut best: Option<(f64, Proposal)> = None;
        for number in 0..PROPOSALS {
            let Some((variable, value)) = self.proposal(root, number % 2 == 0) else { continue };
            if self.state.value(variable) == value {
                continue;
            }
            self.state.set(variable, value)?;
            let total = self.state.total;
            self.state.undo();
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, (variable, value)));
            }
        }
        let Some((total, (variable, value))) = best else { return Ok(false) };
        if total > before - PROGRESS {
            return Ok(false);
        }
        self.state.set(variable, value)?;
        Ok(true)
    }

    /// A variable below the root, and another value for it.
    pub(crate) fn proposal(&mut self, root: u32, by_inverse: bool) -> Option<Proposal> {
        if by_inverse && let Some(proposal) = descend(&self.state, root, &mut self.random) {
            return Some(proposal);
        }
        let variable = self.variable_below(root)?;
        let current = self.state.value(variable);
        Some((variable, self.moves.step(self.state.program, variable, current, &mut self.random)))
    }

    /// A variable on which the root depends, by a random way down.
    fn variable_below(&mut self, root: u32) -> Option<u32> {
        let program = self.state.program;
        let mut step = root;
        loop {
            if let Some(variable) = program.variable_of[step as usize] {
                return Some(variable);
            }
            let operands = program.operands_of(program.steps[step as usize]);
            let varying: Vec<u32> =
                operands.iter().copied().filter(|&operand| program.steps[operand as usize].varies).collect();
            if varying.is_empty() {
                return None;
            }
            step = *self.random.choose(&varying);
        }
    }

    /// Takes a proposal whatever it costs.
    fn jump(&mut self, root: u32) -> Result<(), Reason> {
        match self.proposal(root, true) {
            Some((variable, value)) => self.state.set(variable, value),
            None => Ok(()),
        }
    }

    /// Walks along one variable below the root: steps of halving size, each taken if it is
    /// progress.
    fn walk_below(&mut self, root: u32, budget: &Budget) -> Result<(), Reason> {
        let Some(variable) = self.variable_below(root) else { return Ok(()) };
        let shape = self.state.program.shape_of(variable);
        for exponent in (0..shape.width().saturating_sub(1)).rev() {
            budget.check(self.state.evaluations)?;
            for upwards in [true, false] {
                let current = self.state.value(variable);
                let Some(next) = moved(shape, current, exponent, upwards) else { continue };
                let before = self.state.total;
                self.state.set(variable, next)?;
                if self.state.total > before - PROGRESS {
                    self.state.undo();
                } else if self.state.is_solved() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The value 2^exponent ordinals further; `None` if there is no order to move in.
fn moved(shape: ValueShape, current: Slot, exponent: u32, upwards: bool) -> Option<Slot> {
    let distance = 1_i128 << exponent.min(126);
    let distance = if upwards { distance } else { -distance };
    match shape {
        ValueShape::Float(format) if !is_nan(format, current) => {
            Some(from_ordinal(format, ordinal(format, current).saturating_add(distance)))
        }
        ValueShape::BitVec(_) => Some(shape.normalised(current.wrapping_add(distance as u128))),
        _ => None,
    }
}
