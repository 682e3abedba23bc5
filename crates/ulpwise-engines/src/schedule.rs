//! Who takes turns in the portfolio, in which order and for how long.

use crate::registry::{Options, bitblast};
use std::time::Duration;
use ulpwise_real::Real;
use ulpwise_search::SearchEngine;
use ulpwise_solver::{Portfolio, Preprocessed, Solver, Turn};

/// Engines in turns, cheap ones first; preprocessing folds already. Who proves little but finds much comes before who proves all.
pub(crate) fn portfolio(options: &Options) -> Preprocessed<Portfolio> {
    let turn = |engine: Box<dyn Solver>, milliseconds| Turn::new(engine, Duration::from_millis(milliseconds));
    // A group is smaller than the query it came from: what is left to simplify in it, search and real want simplified.
    Preprocessed::new(Portfolio::new(vec![
        turn(Box::new(Preprocessed::new(SearchEngine::default())), 100),
        turn(Box::new(Preprocessed::new(Real::new())), 200),
        turn(Box::new(bitblast(options)), 400),
    ]))
}
