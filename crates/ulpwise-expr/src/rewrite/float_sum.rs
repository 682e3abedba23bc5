//! Rules for sums of floats, for signs, and for NaN operands of all arithmetic.

use super::matching::both_orders;
use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::{Float, Rounding};

const ADD: &[OpKind] = &[OpKind::FpAdd];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "fp-neg-neg", law: "(fp.neg (fp.neg x)) = x", kinds: &[OpKind::FpNeg], rewrite: neg_neg },
    Rule {
        name: "fp-abs-sign",
        law: "(fp.abs (fp.abs x)) = (fp.abs x), (fp.abs (fp.neg x)) = (fp.abs x)",
        kinds: &[OpKind::FpAbs],
        rewrite: abs_sign,
    },
    Rule {
        name: "fp-nan-operand",
        law: "(fp.add r x NaN) = NaN; also for sub, mul, div, fma, rem, fmod, sqrt, roundToIntegral, to_fp",
        kinds: &[
            OpKind::FpAdd,
            OpKind::FpSub,
            OpKind::FpMul,
            OpKind::FpDiv,
            OpKind::FpFma,
            OpKind::FpRem,
            OpKind::FpFmod,
            OpKind::FpSqrt,
            OpKind::FpRoundToIntegral,
            OpKind::FpFromFp,
        ],
        rewrite: nan_operand,
    },
    Rule {
        name: "fp-order",
        law: "(fp.add r y x) = (fp.add r x y), the constant last; also for mul and the factors of fma",
        kinds: &[OpKind::FpAdd, OpKind::FpMul, OpKind::FpFma],
        rewrite: order,
    },
    Rule {
        name: "fp-sub-to-add",
        law: "(fp.sub r x y) = (fp.add r x (fp.neg y))",
        kinds: &[OpKind::FpSub],
        rewrite: sub_to_add,
    },
    Rule {
        name: "fp-add-zero",
        law: "(fp.add r x -0) = x unless r is RTN, (fp.add RTN x +0) = x",
        kinds: ADD,
        rewrite: add_zero,
    },
    Rule { name: "fp-add-same", law: "(fp.add r x x) = (fp.mul r x 2)", kinds: ADD, rewrite: add_same },
    Rule {
        name: "fp-add-cancel",
        law: "(fp.add r x (fp.neg x)) = (ite (or (isNaN x) (isInfinite x)) NaN (ite (= r RTN) -0 +0))",
        kinds: ADD,
        rewrite: add_cancel,
    },
];

fn neg_neg(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    store.operand(operand, OpKind::FpNeg)
}

fn abs_sign(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    match store.kind(operand) {
        OpKind::FpAbs => Some(operand),
        OpKind::FpNeg => {
            let inner = store.child(operand, 0);
            Some(store.fp_abs(inner))
        }
        _ => None,
    }
}

fn nan_operand(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let is_nan = |&child: &Term| store.float_constant(child).is_some_and(Float::is_nan);
    let format = application.sort.format()?;
    application.children.iter().any(is_nan).then(|| store.fp_nan(format))
}

fn order(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let mut children = application.children.to_vec();
    let rank = |term| (store.is_constant(term), term);
    if rank(children[1]) <= rank(children[2]) {
        return None;
    }
    children.swap(1, 2);
    Some(store.application(application.op, &children))
}

fn sub_to_add(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second] = application.operands();
    let negation = store.fp_neg(second);
    Some(store.fp_add(rounding, first, negation))
}

/// Whether adding this zero never changes a number. The sum of zeros of opposite sign is plus zero,
/// but minus zero when rounding toward negative (IEEE 754-2019 clause 6.3).
pub(super) fn is_neutral_summand(store: &TermStore, rounding: Term, summand: Term) -> bool {
    let (Some(mode), Some(value)) = (store.rounding_constant(rounding), store.float_constant(summand)) else {
        return false;
    };
    value.is_zero() && value.is_sign_negative() == (mode != Rounding::TowardNegative)
}

fn add_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand, constant] = application.operands();
    is_neutral_summand(store, rounding, constant).then_some(operand)
}

fn add_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second] = application.operands();
    if first != second {
        return None;
    }
    // Every format has a 2: its largest exponent is at least 1.
    let one = Float::one(store.format(first), false);
    let two = store.float(one.add(one, Rounding::NearestEven).0);
    Some(store.fp_mul(rounding, first, two))
}

fn add_cancel(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second] = application.operands();
    let mut orders = both_orders(first, second).into_iter();
    let (operand, _) =
        orders.find(|&(operand, other)| store.operand(other, OpKind::FpNeg) == Some(operand))?;
    let format = store.format(operand);
    let (is_nan, is_infinite) = (store.fp_is_nan(operand), store.fp_is_infinite(operand));
    let has_no_difference = store.or(&[is_nan, is_infinite]);
    let toward_negative = store.rounding(Rounding::TowardNegative);
    let is_negative = store.eq(rounding, toward_negative);
    let (minus, plus) = (store.fp_zero(format, true), store.fp_zero(format, false));
    let zero = store.ite(is_negative, minus, plus);
    let nan = store.fp_nan(format);
    Some(store.ite(has_no_difference, nan, zero))
}
