//! The terms below some roots, and the position of each among them.
//!
//! A query may touch a dozen of a hundred million terms, or all of them. Sets and maps of terms
//! therefore start as hash tables and become plain vectors, indexed by the term's number, once that
//! takes no more memory.

use super::hash::{FixedMap, FixedSet};
use super::{Term, TermStore};
use ulpwise_base::Id;

/// A set of terms.
enum TermSet {
    Sparse(FixedSet<Term>),
    /// One bit a number.
    Dense(Vec<u64>),
}

impl TermSet {
    /// Adds a term; says whether it was missing. `limit` is above all numbers.
    #[inline]
    fn insert(&mut self, term: Term, limit: usize) -> bool {
        match self {
            TermSet::Sparse(set) => {
                let added = set.insert(term);
                // A table takes some eight bytes an entry, a bit per number an eighth of one.
                if set.len() > limit / 64 {
                    let mut bits = vec![0; limit / 64 + 1];
                    #[allow(clippy::iter_over_hash_type, reason = "a set of bits has no order")]
                    for member in set.iter() {
                        bits[member.index() / 64] |= 1 << (member.index() % 64);
                    }
                    *self = TermSet::Dense(bits);
                }
                added
            }
            TermSet::Dense(bits) => {
                let word = &mut bits[term.index() / 64];
                let bit = 1 << (term.index() % 64);
                let added = *word & bit == 0;
                *word |= bit;
                added
            }
        }
    }
}

/// The position of each of some terms in their order.
pub(crate) enum TermPositions {
    Sparse(FixedMap<Term, u32>),
    /// By number, from that of the first term on.
    Dense {
        first: usize,
        positions: Vec<u32>,
    },
}

impl TermPositions {
    /// The positions in `order`, which ascends.
    pub(crate) fn new(order: &[Term]) -> TermPositions {
        let numbered = || order.iter().enumerate().map(|(position, &term)| (term, position as u32));
        let (Some(first), Some(last)) = (order.first(), order.last()) else {
            return TermPositions::Sparse(FixedMap::default());
        };
        let (first, span) = (first.index(), last.index() - first.index() + 1);
        if span / 8 > order.len() {
            return TermPositions::Sparse(numbered().collect());
        }
        let mut positions = vec![0; span];
        for (term, position) in numbered() {
            positions[term.index() - first] = position;
        }
        TermPositions::Dense { first, positions }
    }

    /// The position of a term in the order.
    #[inline]
    pub(crate) fn position(&self, term: Term) -> u32 {
        match self {
            TermPositions::Sparse(positions) => positions[&term],
            TermPositions::Dense { first, positions } => positions[term.index() - first],
        }
    }
}

impl TermStore {
    /// The roots and all terms below them, each once, children before parents, by ascending number.
    pub fn topological_order(&self, roots: &[Term]) -> Vec<Term> {
        let limit = roots.iter().map(|root| root.index() + 1).max().unwrap_or(0);
        let mut seen = TermSet::Sparse(FixedSet::default());
        let mut found: Vec<Term> = roots.iter().copied().filter(|&root| seen.insert(root, limit)).collect();
        let mut next = 0;
        while let Some(&term) = found.get(next) {
            next += 1;
            found.extend(self.children(term).iter().copied().filter(|&child| seen.insert(child, limit)));
        }
        // Children have smaller numbers than their parents.
        found.sort_unstable();
        found
    }
}
