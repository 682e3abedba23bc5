//! Several searchers alternating, so that what one of them is blind for another sees.

use super::{Facts, Open, PathId, Searcher};

/// Searchers that alternate.
pub(super) struct Alternating<'p> {
    searchers: Vec<Box<dyn Searcher + 'p>>,
    next: usize,
}

impl<'p> Alternating<'p> {
    pub(super) fn new(searchers: Vec<Box<dyn Searcher + 'p>>) -> Alternating<'p> {
        Alternating { searchers, next: 0 }
    }
}

impl Searcher for Alternating<'_> {
    fn add(&mut self, id: PathId, facts: &Facts) {
        self.searchers.iter_mut().for_each(|searcher| searcher.add(id, facts));
    }

    fn remove(&mut self, id: PathId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
    }

    fn select(&mut self, open: &Open) -> PathId {
        let next = self.next % self.searchers.len();
        self.next = next + 1;
        self.searchers[next].select(open)
    }
}
