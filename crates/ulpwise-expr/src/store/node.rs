//! The layout of a term in memory: 16 bytes, plus children that do not fit in a common pool.
//!
//! Three slots hold what distinguishes a node of its kind and sort:
//!
//! | node | slots |
//! |---|---|
//! | up to three children | the children |
//! | more children, or a libm call | start in the pool, count, libm function |
//! | `extract` | child, lowest bit |
//! | variable | symbol |
//! | constant of up to 64 bits | the bits, low half first |
//! | wider constant, real constant | number in the pool of its kind |
//!
//! All other indices of an operator follow from the sort of the node, and of its child.

use super::hash::mix;
use crate::op::OpKind;
use ulpwise_base::typed_id;

typed_id! {
    /// A term: its number in its [`TermStore`](crate::TermStore).
    ///
    /// Children have smaller numbers than their parents. Equal terms of one store have equal
    /// numbers.
    pub struct Term("t");
}

/// How many children lie in the node itself.
pub(super) const INLINE_CHILDREN: usize = 3;
/// The shape of a node whose children lie in the pool.
const POOLED: u8 = u8::MAX;

/// A term as stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TermNode {
    pub(super) kind: OpKind,
    /// The number of children in the slots, or [`POOLED`].
    shape: u8,
    pub(super) sort: u16,
    slots: [Term; INLINE_CHILDREN],
}

const _: () = assert!(size_of::<TermNode>() == 16);

/// A node to look for: like [`TermNode`], with children that are not yet in the pool.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    pub(super) kind: OpKind,
    pub(super) sort: u16,
    pub(super) children: &'a [Term],
    /// Besides the children: the lowest bit, the libm function, the symbol, or the bits of a
    /// constant.
    pub(super) payload: u64,
}

impl Key<'_> {
    pub(super) fn is_pooled(&self) -> bool {
        self.children.len() > INLINE_CHILDREN || self.kind == OpKind::Libm
    }

    /// The node as it will be stored, if its children go to the pool at `start`.
    pub(super) fn to_node(self, start: u32) -> TermNode {
        let (low, high) = (Term::new(self.payload as u32), Term::new((self.payload >> 32) as u32));
        let mut slots = [Term::new(0); INLINE_CHILDREN];
        if self.is_pooled() {
            slots = [Term::new(start), Term::new(self.children.len() as u32), low];
        } else {
            let count = self.children.len();
            slots[..count].copy_from_slice(self.children);
            match count {
                0 => (slots[0], slots[1]) = (low, high),
                1 => slots[1] = low,
                _ => debug_assert!(self.payload == 0, "no room for a payload"),
            }
        }
        let shape = if self.is_pooled() { POOLED } else { self.children.len() as u8 };
        TermNode { kind: self.kind, shape, sort: self.sort, slots }
    }

    /// The hash under which the store finds it.
    pub(crate) fn hash(&self) -> u64 {
        self.to_node(0).hash(self.children)
    }

    /// Whether a stored node is the one looked for.
    pub(super) fn matches(&self, node: &TermNode, pool: &[Term]) -> bool {
        if self.is_pooled() {
            let head = (node.kind, node.sort, node.shape, node.slots[2].as_u32());
            head == (self.kind, self.sort, POOLED, self.payload as u32)
                && node.children(pool) == self.children
        } else {
            *node == self.to_node(0)
        }
    }
}

impl TermNode {
    /// The children.
    #[inline]
    pub(super) fn children<'a>(&'a self, pool: &'a [Term]) -> &'a [Term] {
        if self.shape == POOLED {
            let (start, count) = (self.slots[0].as_u32() as usize, self.slots[1].as_u32() as usize);
            &pool[start..start + count]
        } else {
            &self.slots[..usize::from(self.shape)]
        }
    }

    /// What was in [`Key::payload`].
    #[inline]
    pub(super) fn payload(&self) -> u64 {
        let word = |slot: usize| u64::from(self.slots[slot].as_u32());
        match self.shape {
            POOLED => word(2),
            0 => word(0) | word(1) << 32,
            1 => word(1),
            _ => 0,
        }
    }

    pub(super) fn is_pooled(&self) -> bool {
        self.shape == POOLED
    }

    /// The hash, given the node's children. The position in the pool has no part in it.
    #[inline]
    pub(super) fn hash(&self, children: &[Term]) -> u64 {
        let word = |slot: usize| u64::from(self.slots[slot].as_u32());
        let head = self.kind as u64 | u64::from(self.shape) << 8 | u64::from(self.sort) << 16;
        if self.shape != POOLED {
            return mix(head | word(0) << 32, word(1) | word(2) << 32);
        }
        let start = mix(head, word(1) | word(2) << 32);
        children.iter().fold(start, |hash, child| mix(hash, u64::from(child.as_u32())))
    }
}
