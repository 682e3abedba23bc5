//! The path that is nearest to a target, counted in blocks.
//!
//! Targets only ever go, so distances only ever grow: a path's distance is looked at again when it
//! is about to be chosen, and not before.

use super::distance::{Distances, Targets};
use super::{Facts, Open, PathId, Searcher};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use ulpwise_interp::Program;

/// Chooses by distance, the newest of several.
pub(super) struct Nearest<'p> {
    distances: Distances<'p>,
    order: BTreeSet<(u32, std::cmp::Reverse<PathId>)>,
    of: HashMap<PathId, u32>,
}

impl<'p> Nearest<'p> {
    pub(super) fn new(program: &'p Program<'p>, targets: Arc<dyn Targets + 'p>) -> Nearest<'p> {
        Nearest { distances: Distances::new(program, targets), order: BTreeSet::new(), of: HashMap::new() }
    }
}

impl Searcher for Nearest<'_> {
    fn add(&mut self, id: PathId, facts: &Facts) {
        let distance = self.distances.nearest_target(&facts.calls);
        self.order.insert((distance, std::cmp::Reverse(id)));
        self.of.insert(id, distance);
    }

    fn remove(&mut self, id: PathId) {
        if let Some(distance) = self.of.remove(&id) {
            self.order.remove(&(distance, std::cmp::Reverse(id)));
        }
    }

    fn select(&mut self, open: &Open) -> PathId {
        self.distances.refresh();
        loop {
            let &(distance, std::cmp::Reverse(id)) = self.order.first().expect("a path is open");
            let now = self.distances.nearest_target(&open[&id].calls);
            if now <= distance {
                return id;
            }
            self.order.remove(&(distance, std::cmp::Reverse(id)));
            self.order.insert((now, std::cmp::Reverse(id)));
            self.of.insert(id, now);
        }
    }
}
