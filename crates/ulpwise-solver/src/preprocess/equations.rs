//! Goals solved for a variable.

use super::goals::literal;
use ulpwise_expr::{Op, OpKind, Sort, Term, TermStore};
use ulpwise_float::Float;

/// How many operators are moved to the other side of an equation.
const MAX_PEELED: usize = 16;

/// The solutions `variable = term` that a goal is equivalent to; there may be two, because an
/// equation can be solved for either side. The variable may occur in the term: the caller has to
/// check before it substitutes.
pub(super) fn solutions(store: &mut TermStore, goal: Term) -> Vec<(Term, Term)> {
    let (atom, is_true) = literal(store, goal);
    let children = store.children(atom).to_vec();
    let is_variable = |store: &TermStore, term: Term| store.kind(term) == OpKind::Variable;
    match (store.kind(atom), is_true) {
        (OpKind::Variable, _) => vec![(atom, store.bool(is_true))],
        (OpKind::FpIsNan, true) if is_variable(store, children[0]) => {
            let nan = Float::quiet_nan(store.format(children[0]), false);
            vec![(children[0], store.float(nan))]
        }
        (OpKind::FpEq, true) => {
            // Equal numbers are identical unless they are zeros.
            let sides = [(children[0], children[1]), (children[1], children[0])];
            let is_safe = |store: &TermStore, term: Term| {
                store.float_constant(term).is_some_and(|datum| !datum.is_nan() && !datum.is_zero())
            };
            sides.into_iter().filter(|&(x, t)| is_variable(store, x) && is_safe(store, t)).collect()
        }
        (OpKind::Eq, true) => {
            let sides = [(children[0], children[1]), (children[1], children[0])];
            sides.into_iter().filter_map(|(side, other)| solve(store, side, other)).collect()
        }
        (OpKind::Eq, false) if store.sort(children[0]) == Sort::Bool => {
            let sides = [(children[0], children[1]), (children[1], children[0])];
            let sides = sides.into_iter().filter(|&(x, _)| is_variable(store, x));
            sides.collect::<Vec<_>>().into_iter().map(|(x, t)| (x, store.not(t))).collect()
        }
        _ => Vec::new(),
    }
}

/// Moves invertible operators from the left to the right until a variable is left.
fn solve(store: &mut TermStore, mut left: Term, mut right: Term) -> Option<(Term, Term)> {
    for _ in 0..MAX_PEELED {
        if store.kind(left) == OpKind::Variable {
            return Some((left, right));
        }
        (left, right) = peel(store, left, right)?;
    }
    None
}

/// `op(a, b) = right` as `a = inverse(right, b)`, or the same for `b`.
fn peel(store: &mut TermStore, left: Term, right: Term) -> Option<(Term, Term)> {
    let children = store.children(left).to_vec();
    let op = store.op(left);
    match (op, children.as_slice()) {
        (Op::Not, &[a]) => Some((a, store.not(right))),
        (Op::BvNot, &[a]) => Some((a, store.bv_not(right))),
        (Op::BvNeg, &[a]) => Some((a, store.bv_neg(right))),
        (Op::FpNeg, &[a]) => Some((a, store.fp_neg(right))),
        (Op::BvAdd | Op::BvXor | Op::BvSub, &[a, b]) => {
            // Towards a variable if there is one, else towards what is no constant.
            let is_variable = |term: Term| store.kind(term) == OpKind::Variable;
            let first = is_variable(a) || (store.is_constant(b) && !is_variable(b));
            Some(match (op, first) {
                (Op::BvAdd, true) => (a, store.bv_sub(right, b)),
                (Op::BvAdd, false) => (b, store.bv_sub(right, a)),
                (Op::BvXor, true) => (a, store.bv_xor(right, b)),
                (Op::BvXor, false) => (b, store.bv_xor(right, a)),
                (_, true) => (a, store.bv_add(right, b)),
                (_, false) => (b, store.bv_sub(a, right)),
            })
        }
        (Op::BvMul, &[a, b]) => {
            let factor = store.bit_vector_constant(b)?;
            if !factor.bit(0) {
                return None;
            }
            // Newton's iteration doubles the number of correct low bits of the inverse of an odd
            // number.
            let width = factor.width();
            let (mut inverse, mut correct) = (store.bv(width, 1), 1);
            let two = store.bv(width, 2);
            while correct < width {
                let product = store.bv_mul(b, inverse);
                let rest = store.bv_sub(two, product);
                inverse = store.bv_mul(inverse, rest);
                correct *= 2;
            }
            store.is_constant(inverse).then(|| (a, store.bv_mul(right, inverse)))
        }
        _ => None,
    }
}

/// `high ++ low = t` in two parts; `None` for other goals.
pub(super) fn split(store: &mut TermStore, goal: Term) -> Option<[Term; 2]> {
    if store.kind(goal) != OpKind::Eq {
        return None;
    }
    let [first, second] = [store.child(goal, 0), store.child(goal, 1)];
    let (concat, other) =
        if store.kind(first) == OpKind::BvConcat { (first, second) } else { (second, first) };
    if store.kind(concat) != OpKind::BvConcat {
        return None;
    }
    let [high, low] = [store.child(concat, 0), store.child(concat, 1)];
    let (low_width, width) = (store.width(low), store.width(concat));
    let parts = [store.bv_extract(other, width - 1, low_width), store.bv_extract(other, low_width - 1, 0)];
    Some([store.eq(high, parts[0]), store.eq(low, parts[1])])
}
