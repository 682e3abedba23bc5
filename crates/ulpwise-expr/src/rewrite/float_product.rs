//! Rules for products, quotients and fused multiply-add of floats.

use super::float_sum::is_neutral_summand;
use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::{Float, Rounding};

const MUL: &[OpKind] = &[OpKind::FpMul];
const DIV: &[OpKind] = &[OpKind::FpDiv];
const MUL_DIV: &[OpKind] = &[OpKind::FpMul, OpKind::FpDiv];
const FMA: &[OpKind] = &[OpKind::FpFma];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-times-one",
        law: "(fp.mul r x 1) = x, (fp.mul r x -1) = (fp.neg x); also for div",
        kinds: MUL_DIV,
        rewrite: times_one,
    },
    Rule {
        name: "fp-mul-zero",
        law: "(fp.mul r x +0) = (ite (or (isNaN x) (isInfinite x)) NaN (ite (isNegative x) -0 +0)), dually for -0",
        kinds: MUL,
        rewrite: mul_zero,
    },
    Rule {
        name: "fp-div-same",
        law: "(fp.div r x x) = (ite (or (isNaN x) (isInfinite x) (isZero x)) NaN 1)",
        kinds: DIV,
        rewrite: div_same,
    },
    Rule {
        name: "fp-div-power-of-two",
        law: "(fp.div r x k) = (fp.mul r x 1/k) if 1/k is a number of the format",
        kinds: DIV,
        rewrite: div_power_of_two,
    },
    Rule {
        name: "fp-mul-both-signs",
        law: "(fp.mul r (fp.neg x) (fp.neg y)) = (fp.mul r x y), (fp.mul r (fp.neg x) k) = (fp.mul r x -k); \
              also for div and the factors of fma",
        kinds: &[OpKind::FpMul, OpKind::FpDiv, OpKind::FpFma],
        rewrite: mul_both_signs,
    },
    Rule {
        name: "fp-mul-sign-out",
        law: "(fp.mul r (fp.neg x) y) = (fp.neg (fp.mul r x y)) if r is RNE, RNA or RTZ; also for div",
        kinds: MUL_DIV,
        rewrite: mul_sign_out,
    },
    Rule { name: "fp-fma-one", law: "(fp.fma r x 1 z) = (fp.add r x z)", kinds: FMA, rewrite: fma_one },
    Rule {
        name: "fp-fma-zero-summand",
        law: "(fp.fma r x y -0) = (fp.mul r x y) unless r is RTN, (fp.fma RTN x y +0) = (fp.mul RTN x y)",
        kinds: FMA,
        rewrite: fma_zero_summand,
    },
];

fn is_one(value: Float) -> bool {
    value.abs() == Float::one(value.format(), false)
}

fn times_one(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, operand, constant] = application.operands();
    let value = store.float_constant(constant).filter(|&value| is_one(value))?;
    Some(if value.is_sign_negative() { store.fp_neg(operand) } else { operand })
}

fn mul_zero(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, operand, constant] = application.operands();
    let zero = store.float_constant(constant).filter(|value| value.is_zero())?;
    let (is_nan, is_infinite) = (store.fp_is_nan(operand), store.fp_is_infinite(operand));
    let is_invalid = store.or(&[is_nan, is_infinite]);
    let is_negative = store.fp_is_negative(operand);
    let opposite = store.float(zero.negate());
    let signed_zero = store.ite(is_negative, opposite, constant);
    let nan = store.fp_nan(zero.format());
    Some(store.ite(is_invalid, nan, signed_zero))
}

fn div_same(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, dividend, divisor] = application.operands();
    if dividend != divisor {
        return None;
    }
    let format = store.format(dividend);
    let cases = [store.fp_is_nan(dividend), store.fp_is_infinite(dividend), store.fp_is_zero(dividend)];
    let is_invalid = store.or(&cases);
    let (nan, one) = (store.fp_nan(format), store.float(Float::one(format, false)));
    Some(store.ite(is_invalid, nan, one))
}

fn div_power_of_two(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, dividend, divisor] = application.operands();
    let value = store.nonzero_finite_constant(divisor)?;
    let (reciprocal, flags) = Float::one(value.format(), false).div(value, Rounding::NearestEven);
    if !flags.is_empty() {
        return None;
    }
    let reciprocal = store.float(reciprocal);
    Some(store.fp_mul(rounding, dividend, reciprocal))
}

fn mul_both_signs(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let mut children = application.children.to_vec();
    let first = store.operand(children[1], OpKind::FpNeg);
    let second = store.operand(children[2], OpKind::FpNeg);
    (children[1], children[2]) = match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (Some(first), None) => {
            let constant = store.float_constant(children[2])?;
            (first, store.float(constant.negate()))
        }
        (None, Some(second)) => {
            let constant = store.float_constant(children[1])?;
            (store.float(constant.negate()), second)
        }
        (None, None) => return None,
    };
    Some(store.application(application.op, &children))
}

fn mul_sign_out(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second] = application.operands();
    let mode = store.rounding_constant(rounding)?;
    if matches!(mode, Rounding::TowardPositive | Rounding::TowardNegative) {
        return None;
    }
    let operands = match (store.operand(first, OpKind::FpNeg), store.operand(second, OpKind::FpNeg)) {
        (Some(inner), None) => [rounding, inner, second],
        (None, Some(inner)) => [rounding, first, inner],
        _ => return None,
    };
    let product = store.application(application.op, &operands);
    Some(store.fp_neg(product))
}

fn fma_one(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second, summand] = application.operands();
    let value = store.float_constant(second).filter(|&value| is_one(value))?;
    let product = if value.is_sign_negative() { store.fp_neg(first) } else { first };
    Some(store.fp_add(rounding, product, summand))
}

fn fma_zero_summand(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, first, second, summand] = application.operands();
    is_neutral_summand(store, rounding, summand).then(|| store.fp_mul(rounding, first, second))
}
