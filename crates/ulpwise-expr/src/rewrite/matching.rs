//! What rules need to look at terms.

use super::Application;
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::Float;

impl TermStore {
    /// The children of a term of this kind, of which there are `N`.
    pub(super) fn operands<const N: usize>(&self, term: Term, kind: OpKind) -> Option<[Term; N]> {
        if self.kind(term) != kind {
            return None;
        }
        self.children(term).try_into().ok()
    }

    /// The one child of a term of this kind.
    pub(super) fn operand(&self, term: Term, kind: OpKind) -> Option<Term> {
        self.operands::<1>(term, kind).map(|[operand]| operand)
    }

    /// Whether one of the terms is the negation of the other.
    pub(super) fn are_complements(&self, first: Term, second: Term) -> bool {
        self.operand(first, OpKind::Not) == Some(second) || self.operand(second, OpKind::Not) == Some(first)
    }

    /// The value of a float constant that is finite and not zero.
    pub(super) fn nonzero_finite_constant(&self, term: Term) -> Option<Float> {
        self.float_constant(term).filter(|value| value.is_finite() && !value.is_zero())
    }
}

impl Application<'_> {
    /// The operands, of which there are `N`.
    ///
    /// # Panics
    /// If there are not; the operator says how many there are.
    pub(super) fn operands<const N: usize>(&self) -> [Term; N] {
        self.children
            .try_into()
            .unwrap_or_else(|_| panic!("{} with {} operands", self.op, self.children.len()))
    }
}

/// Both orders of a pair.
pub(super) fn both_orders(first: Term, second: Term) -> [(Term, Term); 2] {
    [(first, second), (second, first)]
}
