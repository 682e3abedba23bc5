//! Rules that say when an operation delivers the NaN (IEEE 754-2019 clause 7.2), without the
//! operation.
//!
//! With them the question whether an operation can be invalid needs no circuit for its arithmetic.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};

const IS_NAN: &[OpKind] = &[OpKind::FpIsNan];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-nan-of-conversion",
        law: "(fp.isNaN (to_fp r x)) = false for a real or an integer x, (fp.isNaN (to_fp r x)) = (fp.isNaN x) for \
              a float x; so for roundToIntegral",
        kinds: IS_NAN,
        rewrite: nan_of_conversion,
    },
    Rule {
        name: "fp-nan-of-min-max",
        law: "(fp.isNaN (fp.min x y)) = (and (fp.isNaN x) (fp.isNaN y)); also for max",
        kinds: IS_NAN,
        rewrite: nan_of_min_max,
    },
    Rule {
        name: "fp-nan-of-sqrt",
        law: "(fp.isNaN (fp.sqrt r x)) = (or (fp.isNaN x) (fp.lt x 0))",
        kinds: IS_NAN,
        rewrite: nan_of_sqrt,
    },
    Rule {
        name: "fp-nan-of-add",
        law: "(fp.isNaN (fp.add r x y)) = a NaN operand, or infinities of opposite sign",
        kinds: IS_NAN,
        rewrite: nan_of_add,
    },
    Rule {
        name: "fp-nan-of-mul",
        law: "(fp.isNaN (fp.mul r x y)) = a NaN operand, or a zero and an infinity",
        kinds: IS_NAN,
        rewrite: nan_of_mul,
    },
    Rule {
        name: "fp-nan-of-div",
        law: "(fp.isNaN (fp.div r x y)) = a NaN operand, or two zeros, or two infinities",
        kinds: IS_NAN,
        rewrite: nan_of_div,
    },
    Rule {
        name: "fp-nan-of-rem",
        law: "(fp.isNaN (fp.rem x y)) = a NaN operand, or x infinite, or y zero; also for fmod",
        kinds: IS_NAN,
        rewrite: nan_of_rem,
    },
];

fn nan_of_conversion(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    match store.kind(operand) {
        OpKind::FpFromReal | OpKind::FpFromSigned | OpKind::FpFromUnsigned => Some(store.bool(false)),
        OpKind::FpFromFp | OpKind::FpRoundToIntegral => {
            let inner = store.child(operand, 1);
            Some(store.fp_is_nan(inner))
        }
        _ => None,
    }
}

fn nan_of_min_max(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let operands = store.operands(operand, OpKind::FpMin).or_else(|| store.operands(operand, OpKind::FpMax));
    let [first, second] = operands?;
    let (first, second) = (store.fp_is_nan(first), store.fp_is_nan(second));
    Some(store.and(&[first, second]))
}

fn nan_of_sqrt(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let [_, radicand] = store.operands(operand, OpKind::FpSqrt)?;
    let zero = store.fp_zero(store.format(radicand), false);
    let (is_nan, is_below) = (store.fp_is_nan(radicand), store.fp_lt(radicand, zero));
    Some(store.or(&[is_nan, is_below]))
}

fn nan_of_add(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let [_, first, second] = store.operands(operand, OpKind::FpAdd)?;
    let infinities = [store.fp_is_infinite(first), store.fp_is_infinite(second)];
    let signs = [store.fp_is_negative(first), store.fp_is_negative(second)];
    let same_sign = store.eq(signs[0], signs[1]);
    let opposite_sign = store.not(same_sign);
    let invalid = store.and(&[infinities[0], infinities[1], opposite_sign]);
    Some(nan_operand_or(store, [first, second], &[invalid]))
}

fn nan_of_mul(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let [_, first, second] = store.operands(operand, OpKind::FpMul)?;
    let zeros = [store.fp_is_zero(first), store.fp_is_zero(second)];
    let infinities = [store.fp_is_infinite(first), store.fp_is_infinite(second)];
    let invalid = [store.and(&[zeros[0], infinities[1]]), store.and(&[infinities[0], zeros[1]])];
    Some(nan_operand_or(store, [first, second], &invalid))
}

fn nan_of_div(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let [_, first, second] = store.operands(operand, OpKind::FpDiv)?;
    let zeros = [store.fp_is_zero(first), store.fp_is_zero(second)];
    let infinities = [store.fp_is_infinite(first), store.fp_is_infinite(second)];
    let invalid = [store.and(&zeros), store.and(&infinities)];
    Some(nan_operand_or(store, [first, second], &invalid))
}

fn nan_of_rem(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let operands = store.operands(operand, OpKind::FpRem).or_else(|| store.operands(operand, OpKind::FpFmod));
    let [dividend, divisor] = operands?;
    let invalid = [store.fp_is_infinite(dividend), store.fp_is_zero(divisor)];
    Some(nan_operand_or(store, [dividend, divisor], &invalid))
}

fn nan_operand_or(store: &mut TermStore, operands: [Term; 2], invalid: &[Term]) -> Term {
    let mut cases = vec![store.fp_is_nan(operands[0]), store.fp_is_nan(operands[1])];
    cases.extend_from_slice(invalid);
    store.or(&cases)
}
