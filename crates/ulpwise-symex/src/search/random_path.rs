//! A random way down the tree of forks (Cadar, Dunbar and Engler, OSDI 2008, section 3.4): at each
//! fork either half with the same chance, however many open paths it has. So paths high up in the
//! tree are preferred, and a loop that forks forever does not starve the others.

use super::{Facts, Open, PathId, Searcher};
use std::collections::HashMap;
use ulpwise_base::SplitMix64;

/// A fork, or an open path.
#[derive(Debug, Default)]
struct ForkNode {
    parent: Option<PathId>,
    /// The halves that still have open paths.
    children: Vec<PathId>,
    open: bool,
}

/// Walks at random.
#[derive(Debug)]
pub(super) struct RandomPath {
    random: SplitMix64,
    nodes: HashMap<PathId, ForkNode>,
    roots: Vec<PathId>,
}

impl RandomPath {
    pub(super) fn new(seed: u64) -> RandomPath {
        RandomPath { random: SplitMix64::new(seed), nodes: HashMap::new(), roots: Vec::new() }
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, id: PathId, facts: &Facts) {
        // A parent whose paths are all gone is no part of the tree any more.
        let parent = facts.parent.filter(|parent| self.nodes.contains_key(parent));
        match parent {
            Some(parent) => self.nodes.entry(parent).or_default().children.push(id),
            None => self.roots.push(id),
        }
        self.nodes.insert(id, ForkNode { parent, children: Vec::new(), open: true });
    }

    fn remove(&mut self, id: PathId) {
        if let Some(node) = self.nodes.get_mut(&id) {
            node.open = false;
        }
        // Forks without open paths go with the last of them.
        let mut at = Some(id);
        while let Some(id) = at {
            let gone = self.nodes.get(&id).is_some_and(|node| !node.open && node.children.is_empty());
            if !gone {
                break;
            }
            let parent = self.nodes.remove(&id).and_then(|node| node.parent);
            match parent.and_then(|parent| self.nodes.get_mut(&parent)) {
                Some(parent) => parent.children.retain(|&child| child != id),
                None => self.roots.retain(|&root| root != id),
            }
            at = parent;
        }
    }

    fn select(&mut self, open: &Open) -> PathId {
        let mut at = *self.random.choose(&self.roots);
        loop {
            let node = &self.nodes[&at];
            if node.open || node.children.is_empty() {
                debug_assert!(open.contains_key(&at));
                return at;
            }
            at = *self.random.choose(&node.children);
        }
    }
}
