//! The suite that every engine passes.

use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::TermStore;
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_solver::{Query, Reason, Solver, Verdict};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

/// How many projections a query may take: the suite gives no limit, and the engine is not made for
/// every query in it.
const STEPS: u64 = 3_000;

/// The engine with a limit of steps.
struct Limited(IntervalEngine);

impl Solver for Limited {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let budget = budget.clone().with_steps(self.0.projections() + STEPS);
        match self.0.check(store, query, &budget) {
            Verdict::Unknown(Reason::Exhausted(Exhausted::Steps)) => {
                Verdict::Unknown(Reason::Incomplete("more steps than the test allows".to_owned()))
            }
            verdict => verdict,
        }
    }
}

#[test]
fn conformance() {
    let powers = Powers {
        sat: Decides::Sometimes,
        unsat: Decides::Sometimes,
        features: [Feature::BitVectors, Feature::Libm, Feature::Remainders].into(),
        random_queries: 1000,
    };
    check_engine(&|| Box::new(Limited(IntervalEngine::new(IntervalOptions::default()))), &powers);
}
