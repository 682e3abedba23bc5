//! Rules for rounding to integral values, minimum and maximum.

use super::{Application, Rule};
use crate::op::OpKind;
use crate::store::{Term, TermStore};
use ulpwise_float::Float;

const MIN_MAX: &[OpKind] = &[OpKind::FpMin, OpKind::FpMax];

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-round-integral",
        law: "(fp.roundToIntegral r x) = x if x is (fp.roundToIntegral s y), or converted from an integer to a format \
              whose largest number is an integer",
        kinds: &[OpKind::FpRoundToIntegral],
        rewrite: round_integral,
    },
    Rule {
        name: "fp-min-max-same",
        law: "(fp.min x x) = x; also for max",
        kinds: MIN_MAX,
        rewrite: min_max_same,
    },
    Rule {
        name: "fp-min-max-nan",
        law: "(fp.min x NaN) = x, (fp.min NaN x) = x; also for max",
        kinds: MIN_MAX,
        rewrite: min_max_nan,
    },
];

fn round_integral(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [_, operand] = application.operands();
    let format = application.sort.format()?;
    let is_integral = match store.kind(operand) {
        OpKind::FpRoundToIntegral => true,
        // An integer that is too large may become the largest number.
        OpKind::FpFromSigned | OpKind::FpFromUnsigned => {
            format.max_exponent() >= i64::from(format.significand_bits()) - 1
        }
        _ => false,
    };
    is_integral.then_some(operand)
}

fn min_max_same(_: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    (first == second).then_some(first)
}

fn min_max_nan(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let is_nan = |term| store.float_constant(term).is_some_and(Float::is_nan);
    if is_nan(second) { Some(first) } else { is_nan(first).then_some(second) }
}
