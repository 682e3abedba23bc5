//! The portfolio passes the suite that every engine passes, with real engines inside.

use std::time::Duration;
use ulpwise_bitblast::Bitblast;
use ulpwise_search::{Options, SearchEngine};
use ulpwise_solver::{Portfolio, Preprocessed, Solver, Turn};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine, random_answers};

/// A search that gives up, so that nothing here depends on time.
fn search() -> Box<dyn Solver> {
    Box::new(SearchEngine::new(Options { max_rounds: 50, ..Options::default() }))
}

/// Turns that are never too short on any machine.
fn turn(engine: Box<dyn Solver>) -> Turn {
    Turn::new(engine, Duration::from_secs(3600))
}

fn portfolio() -> Portfolio {
    Portfolio::new(vec![turn(search()), turn(Box::new(Bitblast::new(ulpwise_bitblast::Options::default())))])
}

/// What the two together decide: the bit-precise engine everything without libm functions, the search some of these.
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
    check_engine(&|| Box::new(portfolio()), &powers);
}

#[test]
fn random_queries_over_small_formats_are_all_decided() {
    random_answers(&|| Box::new(portfolio()), &powers(), 0..300);
    random_answers(&|| Box::new(Preprocessed::new(portfolio())), &powers(), 300..600);
}
