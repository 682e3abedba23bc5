//! The oldest path first: short paths end before long ones, and very many may be open.

use super::{Facts, Open, PathId, Searcher};

/// The oldest path first.
#[derive(Debug)]
pub(super) struct BreadthFirst;

impl Searcher for BreadthFirst {
    fn add(&mut self, _: PathId, _: &Facts) {}

    fn remove(&mut self, _: PathId) {}

    fn select(&mut self, open: &Open) -> PathId {
        *open.first_key_value().expect("a path is open").0
    }
}
