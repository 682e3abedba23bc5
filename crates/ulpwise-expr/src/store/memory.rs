//! A short memory of rewrites.
//!
//! An application that was rewritten is not in the store, so building it again would rewrite it
//! again, and all that its rules build with it. The last results are kept here; a newer one
//! replaces an older one in the same slot.

use super::Term;
use super::node::{Key, TermNode};

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 13;

/// The last rewrites of applications with few children.
#[derive(Debug)]
pub(super) struct RewriteMemory {
    /// Empty until something is kept.
    slots: Vec<Option<(TermNode, Term)>>,
}

impl RewriteMemory {
    pub(super) fn new() -> RewriteMemory {
        RewriteMemory { slots: Vec::new() }
    }

    fn slot(hash: u64) -> usize {
        hash as usize & (SLOTS - 1)
    }

    /// What an application was rewritten to, if that is still known.
    pub(super) fn get(&self, key: &Key<'_>, hash: u64) -> Option<Term> {
        let &(node, result) = self.slots.get(Self::slot(hash))?.as_ref()?;
        (node == key.to_node(0)).then_some(result)
    }

    pub(super) fn set(&mut self, key: &Key<'_>, hash: u64, result: Term) {
        // Two nodes with children in the pool look alike from here.
        if key.is_pooled() {
            return;
        }
        if self.slots.is_empty() {
            self.slots = vec![None; SLOTS];
        }
        self.slots[Self::slot(hash)] = Some((key.to_node(0), result));
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<(TermNode, Term)>>()
    }
}
