//! Rules for questions about the class and sign of a float.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};

const CLASSES: &[OpKind] =
    &[OpKind::FpIsNormal, OpKind::FpIsSubnormal, OpKind::FpIsZero, OpKind::FpIsInfinite, OpKind::FpIsNan];
const SIGNS: &[OpKind] = &[OpKind::FpIsNegative, OpKind::FpIsPositive];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-class-of-sign",
        law: "(fp.isNaN (fp.neg x)) = (fp.isNaN x); also for the other classes, and for abs",
        kinds: CLASSES,
        rewrite: class_of_sign,
    },
    Rule {
        name: "fp-sign-of-neg",
        law: "(fp.isNegative (fp.neg x)) = (fp.isPositive x), (fp.isPositive (fp.neg x)) = (fp.isNegative x)",
        kinds: SIGNS,
        rewrite: sign_of_neg,
    },
    Rule {
        name: "fp-sign-of-abs",
        law: "(fp.isNegative (fp.abs x)) = false, (fp.isPositive (fp.abs x)) = (not (fp.isNaN x))",
        kinds: SIGNS,
        rewrite: sign_of_abs,
    },
    Rule {
        name: "fp-class-of-widened",
        law: "(fp.isNaN (to_fp r x)) = (fp.isNaN x), also for isInfinite, isZero and the signs, if the format of x \
              is contained in that of the result",
        kinds: &[
            OpKind::FpIsNan,
            OpKind::FpIsInfinite,
            OpKind::FpIsZero,
            OpKind::FpIsNegative,
            OpKind::FpIsPositive,
        ],
        rewrite: class_of_widened,
    },
    Rule {
        name: "fp-class-exclusive",
        law: "(and (fp.isNaN x) (fp.isZero x)) = false, and so for every two classes, the two signs, \
              and NaN with a sign",
        kinds: &[OpKind::And],
        rewrite: class_exclusive,
    },
    Rule {
        name: "fp-nan-not-ordered",
        law: "(and (fp.isNaN x) (fp.lt x y)) = false; also for leq and eq, and for y",
        kinds: &[OpKind::And],
        rewrite: nan_not_ordered,
    },
];

fn class_of_sign(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.operand(operand, OpKind::FpNeg).or_else(|| store.operand(operand, OpKind::FpAbs))?;
    Some(store.application(application.op, &[inner]))
}

fn sign_of_neg(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.operand(operand, OpKind::FpNeg)?;
    let is_negative = application.op == Op::FpIsNegative;
    Some(if is_negative { store.fp_is_positive(inner) } else { store.fp_is_negative(inner) })
}

fn sign_of_abs(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.operand(operand, OpKind::FpAbs)?;
    if application.op == Op::FpIsNegative {
        return Some(store.bool(false));
    }
    let is_nan = store.fp_is_nan(inner);
    Some(store.not(is_nan))
}

fn class_of_widened(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.widened(operand)?;
    Some(store.application(application.op, &[inner]))
}

/// Groups of predicates of which at most one holds: bits that two predicates share mark a group.
fn groups(kind: OpKind) -> u8 {
    match kind {
        OpKind::FpIsNan => 0b11,
        OpKind::FpIsNormal | OpKind::FpIsSubnormal | OpKind::FpIsZero | OpKind::FpIsInfinite => 0b01,
        OpKind::FpIsNegative | OpKind::FpIsPositive => 0b10,
        _ => 0,
    }
}

fn class_exclusive(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let questions = application.children.iter().filter(|&&child| groups(store.kind(child)) != 0);
    let mut questions: Vec<(Term, OpKind)> =
        questions.map(|&child| (store.child(child, 0), store.kind(child))).collect();
    questions.sort_unstable();
    // All questions about one term now lie side by side.
    let mut of_one_term = questions.chunk_by(|first, second| first.0 == second.0);
    let clash = of_one_term.any(|chunk| {
        chunk.iter().enumerate().any(|(position, first)| {
            let later = chunk[position + 1..].iter();
            later.into_iter().any(|second| first.1 != second.1 && groups(first.1) & groups(second.1) != 0)
        })
    });
    clash.then(|| store.bool(false))
}

fn nan_not_ordered(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let nans = application.children.iter().filter_map(|&child| store.operand(child, OpKind::FpIsNan));
    let mut nans: Vec<Term> = nans.collect();
    if nans.is_empty() {
        return None;
    }
    nans.sort_unstable();
    let is_refuted = |&child: &Term| {
        matches!(store.kind(child), OpKind::FpLt | OpKind::FpLeq | OpKind::FpEq)
            && store.children(child).iter().any(|operand| nans.binary_search(operand).is_ok())
    };
    application.children.iter().any(is_refuted).then(|| store.bool(false))
}
