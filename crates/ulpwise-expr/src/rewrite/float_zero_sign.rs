//! Rules for operands of which only the value counts, and not the sign of a zero.
//!
//! Comparisons and classes do not distinguish the zeros. A sum, a product, a negation, an absolute
//! value and a square root of operands that differ in the signs of zeros only differ in the sign of
//! a zero only; so the law holds below these as well. It does not below a quotient's divisor: there
//! the sign of a zero makes the sign of an infinity.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::Float;

/// How many levels below the root the rule looks.
const LEVELS: u32 = 12;

/// How many terms it looks at.
const TERMS: u32 = 64;

pub(super) const RULES: &[Rule] = &[Rule {
    name: "fp-zero-sign-sum",
    law: "(fp.lt (fp.add r x 0) y) = (fp.lt x y); also for leq, eq and the classes, on both sides, and below \
          add, mul, neg, abs and sqrt",
    kinds: &[
        OpKind::FpLeq,
        OpKind::FpLt,
        OpKind::FpEq,
        OpKind::FpIsNan,
        OpKind::FpIsInfinite,
        OpKind::FpIsZero,
        OpKind::FpIsNormal,
        OpKind::FpIsSubnormal,
    ],
    rewrite: zero_sign_sum,
}];

fn zero_sign_sum(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let mut terms = TERMS;
    let children: Vec<Term> =
        application.children.iter().map(|&child| without_zeros(store, child, LEVELS, &mut terms)).collect();
    (children != application.children).then(|| store.application(application.op, &children))
}

/// The term without zeros as summands; it has the same value but for the sign of a zero.
fn without_zeros(store: &mut TermStore, term: Term, levels: u32, terms: &mut u32) -> Term {
    if levels == 0 || *terms == 0 {
        return term;
    }
    *terms -= 1;
    let kind = store.kind(term);
    // The rounding mode is the first operand of those that round.
    let first = match kind {
        OpKind::FpAdd | OpKind::FpMul | OpKind::FpSqrt => 1,
        OpKind::FpNeg | OpKind::FpAbs => 0,
        _ => return term,
    };
    let mut children = store.children(term).to_vec();
    if kind == OpKind::FpAdd
        && let Some(zero) = (1..3).find(|&at| store.float_constant(children[at]).is_some_and(Float::is_zero))
    {
        return without_zeros(store, children[3 - zero], levels - 1, terms);
    }
    for child in &mut children[first..] {
        *child = without_zeros(store, *child, levels - 1, terms);
    }
    if children == store.children(term) {
        return term;
    }
    let op: Op = store.op(term);
    store.application(op, &children)
}
