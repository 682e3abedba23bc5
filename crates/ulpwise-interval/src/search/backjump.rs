//! What a conflict leads to: a nogood, and the level on which it narrows a domain.

use super::Search;
use crate::learn::analyze::Stop;
use crate::learn::nogoods::Literal;
use crate::propagate::Conflict;
use crate::propagate::relation::difference;
use crate::propagate::trail::Reason as Cause;

impl Search<'_> {
    /// Learns from a conflict and goes back; false if it depends on no decision.
    pub(super) fn learn(&mut self, conflict: &Conflict) -> bool {
        let mut conflict = conflict.clone();
        loop {
            // It may have been there before the last decision, and then it is looked at where it
            // came up.
            let level = self.core.level_of(&conflict);
            if level <= self.base {
                return false;
            }
            self.backtrack(level);
            match self.learn_here(&conflict) {
                None => return true,
                Some(next) => conflict = next,
            }
        }
    }

    /// Learns from a conflict of the current level. Returns the conflict that what was learnt is on
    /// the level it leads to.
    fn learn_here(&mut self, conflict: &Conflict) -> Option<Conflict> {
        for stop in [Stop::FirstImplicationPoint, Stop::Decision] {
            let lesson = self.memory.analyzer.analyze(self.core, conflict, self.base, &self.choices, stop);
            let Literal { var, domain } = lesson.nogood.literals[0].clone();
            let before = self.core.trail.domain_before_level(var, lesson.backjump + 1).clone();
            let after = difference(&before, &domain);
            if after == before {
                // What the implication point excludes cannot be expressed; what the decision
                // excludes can.
                continue;
            }
            self.memory.bump(&lesson.involved);
            self.backtrack(lesson.backjump);
            let number = self.core.nogoods.add(lesson.nogood);
            if after.is_empty() {
                return Some(Conflict::Nogood(number));
            }
            self.core.set(var, after, Cause::Nogood(number), None);
            return None;
        }
        unreachable!("the opposite of a decision can be expressed")
    }
}
