//! Work between two looks at the budget.
//!
//! Whatever takes long says how much it has done, in units of about ten nanoseconds; the budget is
//! looked at whenever [`UNITS_A_LOOK`] have come together. How much it was at most is counted, so
//! that a test can require that no part of the engine goes on for long without a look, whatever the
//! load of the machine is.

use std::cell::Cell;
use ulpwise_base::{Budget, Exhausted};

/// So many units, and the budget is looked at: a fraction of a millisecond.
const UNITS_A_LOOK: u64 = 20_000;

/// A budget with the work that was done since it was last looked at.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    /// The projections made so far, which are the steps that a budget limits.
    steps: Cell<u64>,
    pending: Cell<u64>,
    largest: Cell<u64>,
}

impl<'a> Meter<'a> {
    /// What one projection costs.
    pub(crate) const PROJECTION: u64 = 100;
    /// What one operation on a term costs: to add it to the network, or to evaluate it.
    pub(crate) const TERM: u64 = 10;
    /// What one operation on rationals costs.
    pub(crate) const RATIONAL: u64 = 20;
    /// What one operation on dyadic rationals costs.
    pub(crate) const DYADIC: u64 = 8;

    pub(crate) fn new(budget: &'a Budget, steps: u64) -> Meter<'a> {
        Meter { budget, steps: Cell::new(steps), pending: Cell::new(0), largest: Cell::new(0) }
    }

    /// Counts work, and looks at the budget if there was enough of it.
    ///
    /// # Errors
    /// If the budget has ended.
    #[inline]
    pub(crate) fn spend(&self, units: u64) -> Result<(), Exhausted> {
        let pending = self.pending.get() + units;
        self.pending.set(pending);
        if pending < UNITS_A_LOOK { Ok(()) } else { self.look() }
    }

    /// Counts a projection, before which there were so many.
    ///
    /// # Errors
    /// If the budget has ended.
    #[inline]
    pub(crate) fn step(&self, steps: u64) -> Result<(), Exhausted> {
        self.steps.set(steps);
        self.spend(Self::PROJECTION)
    }

    /// Says how many projections there were, and looks at the budget.
    ///
    /// # Errors
    /// If the budget has ended.
    pub(crate) fn look_after(&self, steps: u64) -> Result<(), Exhausted> {
        self.steps.set(steps);
        self.look()
    }

    fn look(&self) -> Result<(), Exhausted> {
        self.largest.set(self.largest.get().max(self.pending.replace(0)));
        self.budget.check(self.steps.get())
    }

    /// The most work that was done without a look.
    pub(crate) fn largest(&self) -> u64 {
        self.largest.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::CancelFlag;

    #[test]
    fn enough_work_is_a_look() {
        let flag = CancelFlag::default();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        let meter = Meter::new(&budget, 0);
        flag.cancel();
        assert_eq!(meter.spend(UNITS_A_LOOK - 1), Ok(()));
        assert_eq!(meter.spend(1), Err(Exhausted::Cancelled));
        assert_eq!((meter.largest(), meter.spend(1)), (UNITS_A_LOOK, Ok(())));
        let limited = Budget::unlimited().with_steps(5);
        assert_eq!(Meter::new(&limited, 0).look_after(5), Err(Exhausted::Steps));
    }
}
