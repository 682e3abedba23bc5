//! Rules for bitwise operators, and the order of operands of all commutative bit-vector operators.

use super::matching::{both_orders, constants_together, in_order};
use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use crate::value::BitVector;
use dashu_int::ops::BitTest;

const AND_OR: &[OpKind] = &[OpKind::BvAnd, OpKind::BvOr];
const BITWISE: &[OpKind] = &[OpKind::BvAnd, OpKind::BvOr, OpKind::BvXor];
const COMMUTATIVE: &[OpKind] = &[OpKind::BvAnd, OpKind::BvOr, OpKind::BvXor, OpKind::BvAdd, OpKind::BvMul];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "bv-not-not", law: "(bvnot (bvnot a)) = a", kinds: &[OpKind::BvNot], rewrite: not_not },
    Rule {
        name: "bv-order",
        law: "(bvadd b a) = (bvadd a b), the constant last; also for bvand, bvor, bvxor, bvmul",
        kinds: COMMUTATIVE,
        rewrite: in_order,
    },
    Rule {
        name: "bv-constants-together",
        law: "(bvadd (bvadd a k) l) = (bvadd a (bvadd k l)) for constants k, l; also for bvand, bvor, bvxor, bvmul",
        kinds: COMMUTATIVE,
        rewrite: constants_together,
    },
    Rule {
        name: "bv-and-or-constant",
        law: "(bvand a 0) = 0, (bvand a -1) = a, (bvor a 0) = a, (bvor a -1) = -1",
        kinds: AND_OR,
        rewrite: and_or_constant,
    },
    Rule {
        name: "bv-xor-constant",
        law: "(bvxor a 0) = a, (bvxor a -1) = (bvnot a)",
        kinds: &[OpKind::BvXor],
        rewrite: xor_constant,
    },
    Rule {
        name: "bv-bitwise-same",
        law: "(bvand a a) = a, (bvor a a) = a, (bvxor a a) = 0",
        kinds: BITWISE,
        rewrite: bitwise_same,
    },
    Rule {
        name: "bv-bitwise-complement",
        law: "(bvand a (bvnot a)) = 0, (bvor a (bvnot a)) = -1, (bvxor a (bvnot a)) = -1",
        kinds: BITWISE,
        rewrite: bitwise_complement,
    },
    Rule {
        name: "bv-absorb",
        law: "(bvand a (bvor a b)) = a, (bvor a (bvand a b)) = a",
        kinds: AND_OR,
        rewrite: absorb,
    },
    Rule {
        name: "bv-and-run-mask",
        law: "(bvand a 0..01..10..0) = (zero_extend (concat (extract a) 0..0))",
        kinds: &[OpKind::BvAnd],
        rewrite: and_run_mask,
    },
];

fn not_not(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    store.operand(operand, OpKind::BvNot)
}

fn and_or_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    let is_and = application.op.kind() == OpKind::BvAnd;
    if value.is_zero() {
        Some(if is_and { constant } else { operand })
    } else if value.is_ones() {
        Some(if is_and { operand } else { constant })
    } else {
        None
    }
}

fn xor_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    if value.is_zero() {
        Some(operand)
    } else if value.is_ones() {
        Some(store.bv_not(operand))
    } else {
        None
    }
}

fn bitwise_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    if first != second {
        return None;
    }
    let width = store.width(first);
    Some(if application.op.kind() == OpKind::BvXor { store.bv(width, 0) } else { first })
}

fn bitwise_complement(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let complements =
        both_orders(first, second).into_iter().any(|(a, b)| store.operand(a, OpKind::BvNot) == Some(b));
    if !complements {
        return None;
    }
    let width = store.width(first);
    let is_and = application.op.kind() == OpKind::BvAnd;
    Some(store.bit_vector(if is_and { BitVector::zero(width) } else { BitVector::ones(width) }))
}

fn absorb(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let dual = if application.op.kind() == OpKind::BvAnd { OpKind::BvOr } else { OpKind::BvAnd };
    let mut orders = both_orders(first, second).into_iter();
    let absorbing = orders.find(|&(kept, other)| {
        store.operands::<2>(other, dual).is_some_and(|operands| operands.contains(&kept))
    });
    absorbing.map(|(kept, _)| kept)
}

fn and_run_mask(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let mask = store.bit_vector_constant(constant)?;
    let low = mask.unsigned().trailing_zeros()? as u32;
    let high = mask.unsigned().bit_len() as u32 - 1;
    if mask.is_ones() || mask.unsigned().count_ones() != (high - low + 1) as usize {
        return None;
    }
    let mut result = store.bv_extract(operand, high, low);
    if low > 0 {
        let zeros = store.bv(low, 0);
        result = store.bv_concat(result, zeros);
    }
    Some(store.bv_zero_extend(result, mask.width() - high - 1))
}
