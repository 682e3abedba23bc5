//! The portfolio passes the suite that every engine passes, with real engines inside.

use std::time::Duration;
use ulpwise_bitblast::Bitblast;
use ulpwise_search::{Options, SearchEngine};
use ulpwise_solver::{Folding, Portfolio, Preprocessed, Solver, Turn};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

/// A search that gives up, so that nothing here depends on time.
fn search() -> Box<dyn Solver> {
    Box::new(SearchEngine::new(Options { max_rounds: 50, ..Options::default() }))
}

/// Turns that are never too short on any machine.
fn turn(engine: Box<dyn Solver>) -> Turn {
    Turn::new(engine, Duration::from_secs(3600))
}

fn portfolio() -> Portfolio {
    Portfolio::new(vec![
        turn(Box::new(Folding)),
        turn(search()),
        turn(Box::new(Bitblast::new(ulpwise_bitblast::Options::default()))),
    ])
}

fn powers() -> Powers {
    Powers {
        sat: Decides::Always,
        unsat: Decides::Always,
        features: [Feature::BitVectors, Feature::Arrays, Feature::Libm, Feature::Remainders].into(),
        random_queries: 300,
    }
}

#[test]
fn engines_in_turns_pass_the_suite() {
    check_engine(&|| Box::new(portfolio()), &powers());
}

#[test]
fn so_they_do_behind_preprocessing() {
    check_engine(&|| Box::new(Preprocessed::new(portfolio())), &powers());
}
