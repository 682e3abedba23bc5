//! What rules need to look at terms, and what families of rules share.

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

/// `(f v u)` for `(f u v)` of a commutative operator, if that puts a constant last or the older
/// term first.
pub(super) fn in_order(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let rank = |term| (store.is_constant(term), term);
    (rank(first) > rank(second)).then(|| store.application(application.op, &[second, first]))
}

/// `(f u (f k l))` for `(f (f u k) l)` of an associative operator and constants k, l whose result
/// can be folded.
pub(super) fn constants_together(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [inner, outer_constant] = application.operands();
    let [operand, inner_constant] = store.operands(inner, application.op.kind())?;
    let constants = Application { children: &[inner_constant, outer_constant], ..*application };
    let both = super::fold(store, &constants)?;
    let both = store.value(&both);
    Some(store.application(application.op, &[operand, both]))
}
