//! Full assignments that are tried on the way, and the linear relaxation that proposes some.

use super::decide::{self, Style};
use super::{Ending, Search, SearchMemory, SearchStep};
use crate::check;
use crate::linear::{self, Relaxed};
use crate::order;
use ulpwise_base::{Exhausted, Id};
use ulpwise_expr::Model;

/// With more comparisons than this there is no linear relaxation.
const MAX_COMPARISONS: usize = 400;

/// What became of a full assignment.
pub(super) enum Trial {
    Model(Model),
    Fails,
    NoValue,
}

impl Search<'_> {
    /// Whether the linear relaxation is worth its time here: always at first, later by what came of
    /// it.
    pub(super) fn wants_relaxation(&mut self, style: Style) -> bool {
        let counts = &self.memory.counts;
        if self.comparisons.len() < 2 || self.comparisons.len() > MAX_COMPARISONS {
            return false;
        }
        let is_useful = counts.refutations * 30 >= counts.relaxations || counts.relaxations < 100;
        match (self.core.trail.level() == self.base, style, is_useful) {
            (true, _, _) | (_, Style::Bisect, true) => true,
            (_, Style::Dive, true) => self.memory.random.below(4) == 0,
            (_, _, false) => self.memory.random.below(64) == 0,
        }
    }

    /// Refutes by a cycle of comparisons or by the linear relaxation, or tries its point and points
    /// close by.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn relax(&mut self) -> Result<Option<SearchStep>, Exhausted> {
        let options = self.memory.options;
        if options.order
            && let Some(conflict) = order::refute(self.core, &self.comparisons, self.meter)?
        {
            self.memory.counts.order_refutations += 1;
            return Ok(Some(SearchStep::Conflict(conflict)));
        }
        if !options.linear {
            return Ok(None);
        }
        self.memory.counts.relaxations += 1;
        Ok(match linear::relax(self.core, &self.comparisons, self.meter)? {
            Relaxed::Nothing => None,
            Relaxed::Refuted(conflict) => {
                self.memory.counts.refutations += 1;
                Some(SearchStep::Conflict(conflict))
            }
            Relaxed::Point(point) => {
                self.memory.counts.points += 1;
                for (var, value) in point {
                    self.memory.phases[var.index()] = Some(value);
                }
                if let Trial::Model(model) = self.try_candidate(true)? {
                    return Ok(Some(SearchStep::End(Ending::Sat(model))));
                }
                if self.core.trail.level() > self.base {
                    return Ok(None);
                }
                self.climb()?.map(|model| SearchStep::End(Ending::Sat(model)))
            }
        })
    }

    /// Evaluates one assignment within the domains: the saved values, or guesses.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn try_candidate(&mut self, saved: bool) -> Result<Trial, Exhausted> {
        self.memory.counts.candidates += 1;
        let SearchMemory { candidate, phases, random, .. } = &mut *self.memory;
        candidate.clear(self.core.network.variable_count());
        for &input in self.core.network.inputs() {
            if !self.core.is_active(input) {
                continue;
            }
            let domain = self.core.domain(input);
            let phase = phases[input.index()].as_ref();
            let phase_itself = || phase.filter(|value| saved && domain.contains(value)).cloned();
            let value = domain
                .singleton_value()
                .or_else(phase_itself)
                .or_else(|| decide::guess(domain, phase, random));
            let Some(value) = value else { return Ok(Trial::NoValue) };
            candidate.set(input, value);
        }
        if !candidate.compute(self.core, self.libm, self.meter)? {
            return Ok(Trial::NoValue);
        }
        if self.asserted.iter().all(|&var| candidate.is_true(var)) {
            if check::is_on() {
                let excluded =
                    self.core.nogoods.iter().find(|nogood| nogood.excludes(|var| candidate.value(var)));
                assert!(excluded.is_none(), "a wrong nogood excludes a model: {excluded:?}");
            }
            return Ok(Trial::Model(candidate.model(self.core)));
        }
        Ok(Trial::Fails)
    }
}
