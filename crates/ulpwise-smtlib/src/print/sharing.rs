//! Which terms are written once and named.

use super::Dialect;
use std::collections::BTreeSet;
use ulpwise_expr::{Op, OpKind, Term, TermStore, Value};

/// How deep an expression may nest before a part of it is named: readers of other solvers may
/// recurse.
const MAX_NESTING: u32 = 100;

/// Constants wider than this are named if they occur more than once.
const WIDE: u32 = 256;

/// The terms that are named.
pub(super) struct Sharing {
    named: BTreeSet<Term>,
}

impl Sharing {
    /// The terms to be named among `order`, which is all that `roots` use, children first.
    pub(super) fn new(store: &TermStore, order: &[Term], roots: &[Term], dialect: Dialect) -> Sharing {
        let position = |term: Term| order.binary_search(&term).expect("all terms used are in the order");
        let mut uses = vec![0u32; order.len()];
        let children = order.iter().flat_map(|&term| store.children(term));
        for &term in children.chain(roots) {
            let count = &mut uses[position(term)];
            *count = count.saturating_add(1);
        }
        let mut sharing = Sharing { named: BTreeSet::new() };
        let mut nesting = vec![0u32; order.len()];
        for (index, &term) in order.iter().enumerate() {
            let inside = store.children(term).iter().map(|&child| nesting[position(child)]).max();
            nesting[index] = inside.map_or(0, |inside| inside + 1);
            let is_named = match store.kind(term) {
                OpKind::Variable => false,
                OpKind::Constant => uses[index] > 1 && is_wide(store, term),
                OpKind::FpToBits if dialect == Dialect::Standard => true,
                _ => uses[index] > 1 || nesting[index] > MAX_NESTING,
            };
            if is_named {
                sharing.named.insert(term);
                nesting[index] = 0;
            }
            if would_read_as_literal(store, term) {
                sharing.named.insert(store.child(term, 0));
            }
        }
        sharing
    }

    /// Every application among `order`, of whatever sort, is named, and every wide constant.
    pub(super) fn everything(store: &TermStore, order: &[Term]) -> Sharing {
        let is_named = |term: &Term| match store.kind(*term) {
            OpKind::Variable => false,
            OpKind::Constant => is_wide(store, *term),
            // `true` and `false` are applications to nothing.
            _ => !store.children(*term).is_empty(),
        };
        let mut named: BTreeSet<Term> = order.iter().copied().filter(is_named).collect();
        let literals = order.iter().filter(|&&term| would_read_as_literal(store, term));
        named.extend(literals.map(|&term| store.child(term, 0)));
        Sharing { named }
    }

    pub(super) fn is_named(&self, term: Term) -> bool {
        self.named.contains(&term)
    }
}

fn is_wide(store: &TermStore, constant: Term) -> bool {
    match store.constant(constant) {
        Some(Value::BitVec(value)) => value.width() > WIDE,
        // Bitwuzla reads reals as literals only, so they are named no earlier than need be.
        Some(Value::Real(value)) => {
            let (numerator, denominator) = value.into_parts();
            let (_, numerator) = numerator.into_parts();
            !(numerator >> WIDE as usize).is_zero() || !(denominator >> WIDE as usize).is_zero()
        }
        _ => false,
    }
}

/// Whether the application, written out, would be read as a number: `(- 1.0)` and `(/ 1.0 2.0)` are
/// such. Only a store without rewriting has these.
fn would_read_as_literal(store: &TermStore, term: Term) -> bool {
    matches!(store.op(term), Op::RealNeg | Op::RealDiv)
        && store.children(term).iter().all(|&child| store.is_constant(child))
}
