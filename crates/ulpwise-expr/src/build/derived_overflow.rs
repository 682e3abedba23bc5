//! The overflow predicates of SMT-LIB 2.7: the exact result, in as many bits as it takes, is none
//! of the width's.

use super::derived::DerivedOp;
use crate::error::SortError;
use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::value::BitVector;

type Expansion = Result<Term, Box<SortError>>;

pub(super) fn expand_unary(store: &mut TermStore, op: DerivedOp, operand: Term) -> Expansion {
    assert_eq!(op, DerivedOp::BvNegOverflow, "no expansion for {op}");
    let least = BitVector::min_signed(store.width(operand));
    let least = store.bit_vector(least);
    store.apply(Op::Eq, &[operand, least])
}

pub(super) fn expand_binary(store: &mut TermStore, op: DerivedOp, first: Term, second: Term) -> Expansion {
    let width = store.width(first);
    match op {
        DerivedOp::BvUaddOverflow => unsigned_overflow(store, Op::BvAdd, 1, first, second),
        DerivedOp::BvUmulOverflow => unsigned_overflow(store, Op::BvMul, width, first, second),
        // Below zero is the only way out.
        DerivedOp::BvUsubOverflow => store.apply(Op::BvUlt, &[first, second]),
        DerivedOp::BvSaddOverflow => signed_overflow(store, Op::BvAdd, 1, first, second),
        DerivedOp::BvSsubOverflow => signed_overflow(store, Op::BvSub, 1, first, second),
        DerivedOp::BvSmulOverflow => signed_overflow(store, Op::BvMul, width, first, second),
        DerivedOp::BvSdivOverflow => {
            let (least, minus_one) = (BitVector::min_signed(width), BitVector::ones(width));
            let (least, minus_one) = (store.bit_vector(least), store.bit_vector(minus_one));
            let (is_least, by_minus_one) = (store.eq(first, least), store.eq(second, minus_one));
            store.apply(Op::And, &[is_least, by_minus_one])
        }
        _ => panic!("no expansion for {op}"),
    }
}

/// Whether the high part of the exact unsigned result, which takes `more` bits, is not zero.
fn unsigned_overflow(store: &mut TermStore, op: Op, more: u32, first: Term, second: Term) -> Expansion {
    let width = store.width(first);
    let first = store.apply(Op::BvZeroExtend { by: more }, &[first])?;
    let second = store.apply(Op::BvZeroExtend { by: more }, &[second])?;
    let exact = store.apply(op, &[first, second])?;
    let high = store.bv_extract(exact, width + more - 1, width);
    let zero = store.bv(more, 0);
    let fits = store.eq(high, zero);
    store.apply(Op::Not, &[fits])
}

/// Whether the exact signed result, which takes `more` bits, is not the extension of its low part.
fn signed_overflow(store: &mut TermStore, op: Op, more: u32, first: Term, second: Term) -> Expansion {
    let width = store.width(first);
    let first = store.apply(Op::BvSignExtend { by: more }, &[first])?;
    let second = store.apply(Op::BvSignExtend { by: more }, &[second])?;
    let exact = store.apply(op, &[first, second])?;
    let low = store.bv_extract(exact, width - 1, 0);
    let extended = store.bv_sign_extend(low, more);
    let fits = store.eq(exact, extended);
    store.apply(Op::Not, &[fits])
}
