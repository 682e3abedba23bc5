//! The open paths of one worker, and the searcher that chooses among them.

use crate::search::{Facts, Open, PathId, Searcher};
use crate::state::PathState;
use std::collections::HashMap;

/// Open paths.
pub(crate) struct Frontier<'p> {
    searcher: Box<dyn Searcher + 'p>,
    facts: Open,
    states: HashMap<PathId, PathState<'p>>,
    next: PathId,
}

impl<'p> Frontier<'p> {
    pub(crate) fn new(searcher: Box<dyn Searcher + 'p>) -> Frontier<'p> {
        Frontier { searcher, facts: Open::new(), states: HashMap::new(), next: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Adds a path that forked off another.
    pub(crate) fn add(&mut self, state: PathState<'p>, parent: Option<PathId>) {
        let facts = Facts { parent, calls: state.interpreter.calls().collect() };
        let id = self.next;
        self.next += 1;
        self.searcher.add(id, &facts);
        self.facts.insert(id, facts);
        self.states.insert(id, state);
    }

    /// Takes all paths, which are followed no further.
    pub(crate) fn take_all(&mut self) -> Vec<PathState<'p>> {
        let facts = std::mem::take(&mut self.facts);
        facts.keys().filter_map(|id| self.states.remove(id)).collect()
    }

    /// Takes the path that is to be followed next. It stays a part of the tree until
    /// [`Frontier::close`].
    pub(crate) fn select(&mut self) -> Option<(PathId, PathState<'p>)> {
        if self.states.is_empty() {
            return None;
        }
        let id = self.searcher.select(&self.facts);
        let state = self.states.remove(&id)?;
        self.facts.remove(&id);
        Some((id, state))
    }

    /// What has to be said of a path that was selected, once those that forked off it were added.
    pub(crate) fn close(&mut self, id: PathId) {
        self.searcher.remove(id);
    }

    /// Takes the oldest path away: it is likely to have the most before it.
    pub(crate) fn give_away(&mut self) -> Option<PathState<'p>> {
        let (&id, _) = self.facts.first_key_value()?;
        self.facts.remove(&id);
        self.searcher.remove(id);
        self.states.remove(&id)
    }
}
