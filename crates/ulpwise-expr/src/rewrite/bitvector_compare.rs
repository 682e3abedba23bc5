//! Rules for comparisons of bit-vectors.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use crate::value::BitVector;
use std::cmp::Ordering;

const ULT: &[OpKind] = &[OpKind::BvUlt];
const SLT: &[OpKind] = &[OpKind::BvSlt];
const LESS: &[OpKind] = &[OpKind::BvUlt, OpKind::BvSlt];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "bv-less-same",
        law: "(bvult a a) = false, (bvslt a a) = false",
        kinds: LESS,
        rewrite: less_same,
    },
    Rule {
        name: "bv-less-than-bound",
        law: "(bvult a least) = false, (bvult a least+1) = (= a least), (bvult a greatest) = (not (= a greatest)); \
              also for bvslt",
        kinds: LESS,
        rewrite: less_than_bound,
    },
    Rule {
        name: "bv-greater-than-bound",
        law: "(bvult greatest a) = false, (bvult greatest-1 a) = (= a greatest), \
              (bvult least a) = (not (= a least)); also for bvslt",
        kinds: LESS,
        rewrite: greater_than_bound,
    },
    Rule {
        name: "bv-ult-zero-extend",
        law: "(bvult (zero_extend a) (zero_extend b)) = (bvult a b)",
        kinds: ULT,
        rewrite: ult_zero_extend,
    },
    Rule {
        name: "bv-slt-extend",
        law: "(bvslt (zero_extend a) (zero_extend b)) = (bvult a b), \
              (bvslt (sign_extend a) (sign_extend b)) = (bvslt a b)",
        kinds: SLT,
        rewrite: slt_extend,
    },
    Rule {
        name: "bv-less-extend-constant",
        law: "(bvult (zero_extend a) k) = (bvult a (low k)) if k is an extension of its low part, else true or false; \
              also for bvslt, sign_extend, and with operands exchanged",
        kinds: LESS,
        rewrite: less_extend_constant,
    },
    Rule {
        name: "bv-less-concat-prefix",
        law: "(bvult (concat a b) (concat a c)) = (bvult b c); also for bvslt",
        kinds: LESS,
        rewrite: less_concat_prefix,
    },
    Rule {
        name: "bv-less-concat-suffix",
        law: "(bvult (concat a c) (concat b c)) = (bvult a b); also for bvslt",
        kinds: LESS,
        rewrite: less_concat_suffix,
    },
];

fn less_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    (first == second).then(|| store.bool(false))
}

/// The least and the greatest number in the order of a comparison.
fn bounds(op: Op, width: u32) -> (BitVector, BitVector) {
    match op {
        Op::BvSlt => (BitVector::min_signed(width), BitVector::max_signed(width)),
        _ => (BitVector::zero(width), BitVector::ones(width)),
    }
}

fn equals(store: &mut TermStore, operand: Term, value: BitVector, expected: bool) -> Term {
    let value = store.bit_vector(value);
    let equal = store.eq(operand, value);
    if expected { equal } else { store.not(equal) }
}

fn less_than_bound(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand, constant] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    let (least, greatest) = bounds(application.op, value.width());
    if value == least {
        Some(store.bool(false))
    } else if value == least.add(&BitVector::one(value.width())) {
        Some(equals(store, operand, least, true))
    } else if value == greatest {
        Some(equals(store, operand, greatest, false))
    } else {
        None
    }
}

fn greater_than_bound(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [constant, operand] = application.operands();
    let value = store.bit_vector_constant(constant)?;
    let (least, greatest) = bounds(application.op, value.width());
    if value == greatest {
        Some(store.bool(false))
    } else if value == greatest.sub(&BitVector::one(value.width())) {
        Some(equals(store, operand, greatest, true))
    } else if value == least {
        Some(equals(store, operand, least, false))
    } else {
        None
    }
}

/// The operands of two extensions of one kind from one width.
fn extended(store: &TermStore, application: &Application<'_>, kind: OpKind) -> Option<(Term, Term)> {
    let [first, second] = application.operands();
    let (a, b) = (store.operand(first, kind)?, store.operand(second, kind)?);
    (store.width(a) == store.width(b)).then_some((a, b))
}

fn ult_zero_extend(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let (a, b) = extended(store, application, OpKind::BvZeroExtend)?;
    Some(store.bv_ult(a, b))
}

fn slt_extend(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    if let Some((a, b)) = extended(store, application, OpKind::BvSignExtend) {
        return Some(store.bv_slt(a, b));
    }
    let (a, b) = extended(store, application, OpKind::BvZeroExtend)?;
    // An extension by nothing keeps the sign.
    let is_longer = store.width(application.children[0]) > store.width(a);
    is_longer.then(|| store.bv_ult(a, b))
}

fn less_extend_constant(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (extension, constant, constant_is_second) = match store.bit_vector_constant(second) {
        Some(value) => (first, value, true),
        None => (second, store.bit_vector_constant(first)?, false),
    };
    let (kind, is_signed) = (store.kind(extension), application.op == Op::BvSlt);
    let operand = match kind {
        OpKind::BvZeroExtend | OpKind::BvSignExtend => store.child(extension, 0),
        _ => return None,
    };
    let (width, narrow) = (constant.width(), store.width(operand));
    let is_sign_extension = kind == OpKind::BvSignExtend;
    // A sign extension is not monotone in the unsigned order; an extension by nothing keeps its
    // sign.
    if is_sign_extension != is_signed && (is_sign_extension || width == narrow) {
        return None;
    }
    let extend = |value: &BitVector| {
        if is_sign_extension { value.sign_extend(width - narrow) } else { value.zero_extend(width - narrow) }
    };
    let order = |a: &BitVector, b: &BitVector| if is_signed { a.signed_cmp(b) } else { a.unsigned_cmp(b) };
    let op = if is_sign_extension { Op::BvSlt } else { Op::BvUlt };
    let low = constant.extract(narrow - 1, 0);
    if extend(&low) == constant {
        let low = store.bit_vector(low);
        let operands = if constant_is_second { [operand, low] } else { [low, operand] };
        return Some(store.application(op, &operands));
    }
    // The constant lies beyond all extensions, on one side: compare it with any.
    let is_above = order(&extend(&BitVector::zero(narrow)), &constant) == Ordering::Less;
    Some(store.bool(is_above == constant_is_second))
}

fn less_concat_prefix(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let [a, b] = store.operands(first, OpKind::BvConcat)?;
    let [c, d] = store.operands(second, OpKind::BvConcat)?;
    (a == c).then(|| store.bv_ult(b, d))
}

fn less_concat_suffix(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let [a, b] = store.operands(first, OpKind::BvConcat)?;
    let [c, d] = store.operands(second, OpKind::BvConcat)?;
    (b == d).then(|| store.application(application.op, &[a, c]))
}
