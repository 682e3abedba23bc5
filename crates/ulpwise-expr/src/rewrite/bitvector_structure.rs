//! Rules for taking bit-vectors apart and putting them together.
//!
//! Memory is made of bytes: a word stored and loaded again is a concatenation of extractions, and
//! these rules make it the word.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};

const EXTRACT: &[OpKind] = &[OpKind::BvExtract];
const CONCAT: &[OpKind] = &[OpKind::BvConcat];
const EXTEND: &[OpKind] = &[OpKind::BvZeroExtend, OpKind::BvSignExtend];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "bv-extract-whole",
        law: "(extract a) = a if all bits are taken",
        kinds: EXTRACT,
        rewrite: extract_whole,
    },
    Rule {
        name: "bv-extract-extract",
        law: "(extract (extract a)) = (extract a)",
        kinds: EXTRACT,
        rewrite: extract_extract,
    },
    Rule {
        name: "bv-extract-concat",
        law: "(extract (concat a b)) = (concat (extract a) (extract b)), or only one of them",
        kinds: EXTRACT,
        rewrite: extract_concat,
    },
    Rule {
        name: "bv-extract-extend",
        law: "(extract (zero_extend a)) = (zero_extend (extract a)), or (extract a), or 0..0; also for sign_extend",
        kinds: EXTRACT,
        rewrite: extract_extend,
    },
    Rule {
        name: "bv-extract-low-arithmetic",
        law: "(extract (bvadd a b)) = (bvadd (extract a) (extract b)) for low bits of extensions, concatenations and \
              constants; also for bvsub, bvmul, bvneg, bvnot, bvand, bvor, bvxor",
        kinds: EXTRACT,
        rewrite: extract_low_arithmetic,
    },
    Rule {
        name: "bv-extend-nothing",
        law: "((_ zero_extend 0) a) = a; also for sign_extend",
        kinds: EXTEND,
        rewrite: extend_nothing,
    },
    Rule {
        name: "bv-extend-extend",
        law: "(zero_extend (zero_extend a)) = (zero_extend a); also for sign_extend, and of zero_extend",
        kinds: EXTEND,
        rewrite: extend_extend,
    },
    Rule {
        name: "bv-concat-associate",
        law: "(concat (concat a b) c) = (concat a (concat b c))",
        kinds: CONCAT,
        rewrite: concat_associate,
    },
    Rule {
        name: "bv-concat-constants",
        law: "(concat k (concat l a)) = (concat kl a) for constants k, l",
        kinds: CONCAT,
        rewrite: concat_constants,
    },
    Rule {
        name: "bv-concat-extracts",
        law: "(concat ((_ extract h m+1) a) ((_ extract m l) a)) = ((_ extract h l) a), also with more below",
        kinds: CONCAT,
        rewrite: concat_extracts,
    },
    Rule {
        name: "bv-concat-zero-high",
        law: "(concat 0..0 a) = (zero_extend a)",
        kinds: CONCAT,
        rewrite: concat_zero_high,
    },
    Rule {
        name: "bv-concat-zero-extend",
        law: "(concat (zero_extend a) b) = (zero_extend (concat a b))",
        kinds: CONCAT,
        rewrite: concat_zero_extend,
    },
];

fn range(application: &Application<'_>) -> (u32, u32) {
    match application.op {
        Op::BvExtract { high, low } => (high, low),
        op => panic!("{op} is no extraction"),
    }
}

fn extract_whole(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let (high, low) = range(application);
    (low == 0 && high + 1 == store.width(operand)).then_some(operand)
}

fn extract_extract(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let (high, low) = range(application);
    let Op::BvExtract { low: inner_low, .. } = store.op(operand) else { return None };
    let inner = store.child(operand, 0);
    Some(store.bv_extract(inner, inner_low + high, inner_low + low))
}

fn extract_concat(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let (high, low) = range(application);
    let [above, below] = store.operands(operand, OpKind::BvConcat)?;
    let split = store.width(below);
    if high < split {
        return Some(store.bv_extract(below, high, low));
    }
    let upper = store.bv_extract(above, high - split, low.saturating_sub(split));
    if low >= split {
        return Some(upper);
    }
    let lower = store.bv_extract(below, split - 1, low);
    Some(store.bv_concat(upper, lower))
}

fn extract_extend(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let (high, low) = range(application);
    let is_signed = match store.kind(operand) {
        OpKind::BvZeroExtend => false,
        OpKind::BvSignExtend => true,
        _ => return None,
    };
    let inner = store.child(operand, 0);
    let width = store.width(inner);
    if low >= width && !is_signed {
        return Some(store.bv(high - low + 1, 0));
    }
    // Of a sign extension, at least the sign bit is taken.
    let low_taken = low.min(width - 1);
    let taken = store.bv_extract(inner, high.clamp(low_taken, width - 1), low_taken);
    let missing = high - low + 1 - store.width(taken);
    Some(if is_signed { store.bv_sign_extend(taken, missing) } else { store.bv_zero_extend(taken, missing) })
}

/// The low bits of a sum depend on the low bits of the summands only. This pays if the operands get
/// simpler by it.
fn extract_low_arithmetic(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let (high, low) = range(application);
    let op = store.op(operand);
    let is_local = matches!(
        op,
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor
    );
    let gets_simpler = |&child: &Term| {
        matches!(
            store.kind(child),
            OpKind::Constant | OpKind::BvZeroExtend | OpKind::BvSignExtend | OpKind::BvConcat
        )
    };
    if low != 0 || !is_local || !store.children(operand).iter().all(gets_simpler) {
        return None;
    }
    let mut children = store.children(operand).to_vec();
    for child in &mut children {
        *child = store.bv_extract(*child, high, 0);
    }
    Some(store.application(op, &children))
}

fn extend_nothing(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    (application.sort == store.sort(operand)).then_some(operand)
}

fn extend_extend(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let width = application.sort.width()?;
    let inner_kind = store.kind(operand);
    let inner = match inner_kind {
        OpKind::BvZeroExtend | OpKind::BvSignExtend => store.child(operand, 0),
        _ => return None,
    };
    let by = width - store.width(inner);
    let inner_extends = store.width(operand) > store.width(inner);
    match (application.op.kind(), inner_kind) {
        (OpKind::BvZeroExtend, OpKind::BvZeroExtend) => Some(store.bv_zero_extend(inner, by)),
        (OpKind::BvSignExtend, OpKind::BvSignExtend) => Some(store.bv_sign_extend(inner, by)),
        // The sign of what was extended with zeros is plus.
        (OpKind::BvSignExtend, OpKind::BvZeroExtend) if inner_extends => {
            Some(store.bv_zero_extend(inner, by))
        }
        _ => None,
    }
}

fn concat_associate(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let [a, b] = store.operands(first, OpKind::BvConcat)?;
    let lower = store.bv_concat(b, second);
    Some(store.bv_concat(a, lower))
}

fn concat_constants(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let high = store.bit_vector_constant(first)?;
    let [middle, rest] = store.operands(second, OpKind::BvConcat)?;
    let both = high.concat(&store.bit_vector_constant(middle)?);
    let both = store.bit_vector(both);
    Some(store.bv_concat(both, rest))
}

fn concat_extracts(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (next, rest) = match store.operands(second, OpKind::BvConcat) {
        Some([next, rest]) => (next, Some(rest)),
        None => (second, None),
    };
    let (Op::BvExtract { high, low: upper_low }, Op::BvExtract { high: lower_high, low }) =
        (store.op(first), store.op(next))
    else {
        return None;
    };
    let (operand, other) = (store.child(first, 0), store.child(next, 0));
    if operand != other || upper_low != lower_high + 1 {
        return None;
    }
    let joined = store.bv_extract(operand, high, low);
    Some(match rest {
        Some(rest) => store.bv_concat(joined, rest),
        None => joined,
    })
}

fn concat_zero_high(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let high = store.bit_vector_constant(first)?;
    high.is_zero().then(|| store.bv_zero_extend(second, high.width()))
}

fn concat_zero_extend(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let inner = store.operand(first, OpKind::BvZeroExtend)?;
    let by = store.width(first) - store.width(inner);
    let joined = store.bv_concat(inner, second);
    Some(store.bv_zero_extend(joined, by))
}
