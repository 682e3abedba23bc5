//! Roots made to hold one after the other.
//!
//! Conditions of a program's path come one after the other, each on values that those before have
//! settled. Where every value hangs on all earlier ones, such as the terms of a series, the sum of
//! all distances misleads: a change that repairs an early root makes many later ones wrong. So here
//! only the first root that does not hold counts, and a change is taken if it repairs that one and
//! breaks none before it.

use crate::search::LocalSearch;
use ulpwise_base::Budget;
use ulpwise_solver::Reason;

/// After how many rounds without another root that holds it is given up.
const PATIENCE: u32 = 40;

/// How many proposals a round has.
const PROPOSALS: usize = 8;

impl LocalSearch<'_> {
    /// Whether every root was made to hold. Otherwise the state is where it got stuck.
    pub(crate) fn settle_in_order(&mut self, max_rounds: u64, budget: &Budget) -> Result<bool, Reason> {
        let mut idle = 0;
        let mut holding = self.state.leading_roots_that_hold();
        while holding < self.state.program.roots.len() {
            if idle == PATIENCE || self.rounds >= max_rounds {
                return Ok(false);
            }
            budget.check(self.state.evaluations)?;
            self.rounds += 1;
            idle += 1;
            let root = self.state.program.roots[holding];
            for number in 0..PROPOSALS {
                let Some((variable, value)) = self.proposal(root, number % 2 == 0) else { continue };
                if self.state.value(variable) == value {
                    continue;
                }
                let before = self.state.distance_of(root);
                self.state.set(variable, value)?;
                let now = self.state.leading_roots_that_hold();
                if now > holding {
                    (holding, idle) = (now, 0);
                    break;
                }
                // Closer is progress too, as long as nothing before is lost.
                if now < holding || self.state.distance_of(root) >= before {
                    self.state.undo();
                }
            }
        }
        Ok(true)
    }
}
