//! Probing: before the search, each open comparison is assumed to hold and not to hold. Where order
//! or propagation refutes one of the two, the other is known.
//!
//! Values that are given one by one never show that `a ≤ m or m ≤ b` leaves nothing; assumed
//! comparisons do. The work is limited, because most comparisons of most queries are open for good
//! reason.

use super::Search;
use crate::domain::{BoolDomain, Domain};
use crate::learn::analyze::Choice;
use crate::network::VarId;
use crate::order;
use crate::propagate::Conflict;
use crate::propagate::trail::Reason as Cause;
use ulpwise_base::Exhausted;

/// Probing ends after so many projections.
const MAX_PROJECTIONS: u64 = 5000;
/// With more open comparisons than this there is none.
const MAX_OPEN: usize = 32;

impl Search<'_> {
    /// Assumes each open comparison both ways; false if nothing is left.
    ///
    /// # Errors
    /// If the budget ends; some level may be open then.
    pub(super) fn probe(&mut self) -> Result<bool, Exhausted> {
        let open: Vec<VarId> =
            self.comparisons.iter().copied().filter(|&atom| !self.core.domain(atom).is_singleton()).collect();
        if !self.memory.options.order || open.len() > MAX_OPEN {
            return Ok(true);
        }
        let last = self.core.counts.projections + MAX_PROJECTIONS;
        for atom in open {
            for assumed in [true, false] {
                if self.core.domain(atom).is_singleton() || self.core.counts.projections > last {
                    break;
                }
                let Some(conflict) = self.assume(atom, assumed)? else {
                    self.backtrack(self.base);
                    continue;
                };
                self.memory.counts.conflicts += 1;
                if !self.learn(&conflict) || !self.settle()? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What contradicts a comparison with this result, if anything is found.
    fn assume(&mut self, atom: VarId, assumed: bool) -> Result<Option<Conflict>, Exhausted> {
        let keep = Domain::from(BoolDomain::singleton(assumed));
        self.core.push_level();
        let kept = self.core.restrict(atom, &keep, Cause::Decision);
        debug_assert!(kept, "an open comparison may have either result");
        self.choices.push(Choice { var: atom, keep });
        if let Some(conflict) = self.core.propagate(self.meter, self.libm)? {
            return Ok(Some(conflict));
        }
        let refuted = order::refute(self.core, &self.comparisons, self.meter)?;
        self.memory.counts.order_refutations += u64::from(refuted.is_some());
        Ok(refuted)
    }

    /// Propagates what was learnt; false if that leaves nothing.
    fn settle(&mut self) -> Result<bool, Exhausted> {
        while let Some(conflict) = self.core.propagate(self.meter, self.libm)? {
            self.memory.counts.conflicts += 1;
            if !self.learn(&conflict) {
                return Ok(false);
            }
        }
        self.backtrack(self.base);
        Ok(true)
    }
}
