//! The portfolio passes the suite that every engine passes, with real engines inside.

use std::time::Duration;
use ulpwise_bitblast::Bitblast;
use ulpwise_interval::IntervalEngine;
use ulpwise_localsearch::{LocalSearchOptions, SearchEngine};
use ulpwise_solver::{Portfolio, PortfolioMember, Preprocessed, Solver, TimeSlice};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine, random_answers};

/// A search that gives up, so that nothing here depends on time.
fn search() -> Box<dyn Solver> {
    Box::new(SearchEngine::new(LocalSearchOptions { max_rounds: 50, ..LocalSearchOptions::default() }))
}

/// Time slices that are long enough on every machine.
const LONG: Duration = Duration::from_secs(3600);

fn portfolio() -> Portfolio {
    let bitblast = Bitblast::new(ulpwise_bitblast::BitblastOptions::default());
    let members = vec![PortfolioMember::new(search()), PortfolioMember::new(Box::new(bitblast))];
    let plan = vec![TimeSlice { engine: 0, length: LONG }, TimeSlice { engine: 1, length: LONG }];
    Portfolio::new(members, plan)
}

/// With bounds from interval propagation for both engines.
fn narrowed() -> Portfolio {
    portfolio().narrowed_by(Box::new(IntervalEngine::new(ulpwise_interval::IntervalOptions::default())), LONG)
}

/// What the two together decide: the bit-precise engine everything without libm functions, the
/// search some of these.
fn powers() -> Powers {
    Powers {
        sat: Decides::Always,
        unsat: Decides::Always,
        features: [Feature::BitVectors, Feature::Arrays, Feature::Remainders].into(),
        random_queries: 300,
    }
}

#[test]
fn engines_in_turns_pass_the_suite() {
    let features = [Feature::BitVectors, Feature::Arrays, Feature::Libm, Feature::Remainders].into();
    let powers = Powers { sat: Decides::Sometimes, unsat: Decides::Sometimes, features, ..powers() };
    check_engine(&|| Box::new(narrowed()), &powers);
}

#[test]
fn random_queries_over_small_formats_are_all_decided() {
    random_answers(&|| Box::new(portfolio()), &powers(), 0..300);
    random_answers(&|| Box::new(Preprocessed::new(narrowed())), &powers(), 300..600);
}

#[test]
fn so_are_they_by_engines_that_race() {
    for threads in [2, 3] {
        random_answers(&|| Box::new(narrowed().with_threads(threads)), &powers(), 600..700);
    }
}
