//! Random systems of polynomials with planted solutions: nearly all are solved, and none is
//! refuted.

use ulpwise_base::Budget;
use ulpwise_real::{Ariadne, AriadneOptions};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::planted_system;

/// How many of the first systems are solved.
fn solved(count: u64, is_plain: bool) -> u64 {
    let options = AriadneOptions { max_concretizations: 40, ..AriadneOptions::default() };
    (0..count)
        .filter(|&seed| {
            let mut system = planted_system(seed, is_plain);
            let query = Query::new(&system.assertions);
            let verdict = Ariadne::new(options).check(&mut system.store, &query, &Budget::unlimited());
            assert_ne!(verdict, Verdict::Unsat, "seed {seed} has a solution");
            matches!(verdict, Verdict::Sat(_))
        })
        .count() as u64
}

#[test]
fn plain_solutions_are_found() {
    let found = solved(60, true);
    assert!(found >= 54, "{found} of 60");
}

#[test]
fn solutions_that_hold_as_rounded_are_found_often() {
    let found = solved(60, false);
    assert!(found >= 20, "{found} of 60");
}
