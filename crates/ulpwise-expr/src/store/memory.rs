//! A short memory of rewrites.
//!
//! An application that was rewritten is not in the store, so building it again would rewrite it again, and all that its rules
//! build with it. The last results are kept here; a newer one takes the place of an older one with the same place.

use super::Term;
use super::node::{Key, TermNode};

/// The number of places, a power of two.
const PLACES: usize = 1 << 13;

/// The last rewrites of applications with few children.
#[derive(Debug)]
pub(super) struct RewriteMemory {
    /// Empty until something is kept.
    places: Vec<Option<(TermNode, Term)>>,
}

impl RewriteMemory {
    pub(super) fn new() -> RewriteMemory {
        RewriteMemory { places: Vec::new() }
    }

    fn place(hash: u64) -> usize {
        hash as usize & (PLACES - 1)
    }

    /// What an application was rewritten to, if that is still known.
    pub(super) fn get(&self, key: &Key<'_>, hash: u64) -> Option<Term> {
        let &(node, result) = self.places.get(Self::place(hash))?.as_ref()?;
        (node == key.to_node(0)).then_some(result)
    }

    pub(super) fn set(&mut self, key: &Key<'_>, hash: u64, result: Term) {
        // Two nodes with children in the pool look alike from here.
        if key.is_pooled() {
            return;
        }
        if self.places.is_empty() {
            self.places = vec![None; PLACES];
        }
        self.places[Self::place(hash)] = Some((key.to_node(0), result));
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<(TermNode, Term)>>()
    }
}
