//! Rules for arithmetic on widened floats that could as well be done in the narrow format.
//!
//! C computes `f = 0.5 * f` and `f = sqrt(f)` for a float `f` in double, and rounds the result.

use super::{Application, Rule};
use crate::op::{Op, OpKind};
use crate::store::{Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "fp-sign-of-widened",
        law: "(fp.neg (to_fp r x)) = (to_fp r (fp.neg x)) if to_fp widens; also for abs",
        kinds: &[OpKind::FpNeg, OpKind::FpAbs],
        rewrite: sign_of_widened,
    },
    Rule {
        name: "fp-remainder-of-widened",
        law: "(fp.rem (to_fp r x) (to_fp s y)) = (to_fp r (fp.rem x y)) if both widen from one format; also for fmod",
        kinds: &[OpKind::FpRem, OpKind::FpFmod],
        rewrite: remainder_of_widened,
    },
    Rule {
        name: "fp-narrow-arithmetic",
        law: "(to_fp r (fp.add r (to_fp s x) (to_fp t y))) = (fp.add r x y) if the inner conversions widen from the format \
              of the result, and rounding twice is innocuous; also for mul, div and sqrt, and constants of that format",
        kinds: &[OpKind::FpFromFp],
        rewrite: narrow_arithmetic,
    },
];

fn sign_of_widened(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [operand] = application.operands();
    let inner = store.widened(operand)?;
    let (op, rounding) = (store.op(operand), store.child(operand, 0));
    let changed = store.application(application.op, &[inner]);
    Some(store.application(op, &[rounding, changed]))
}

fn remainder_of_widened(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [first, second] = application.operands();
    let (dividend, divisor) = (store.widened(first)?, store.widened(second)?);
    if store.sort(dividend) != store.sort(divisor) {
        return None;
    }
    let (op, rounding) = (store.op(first), store.child(first, 0));
    let remainder = store.application(application.op, &[dividend, divisor]);
    Some(store.application(op, &[rounding, remainder]))
}

/// Whether a sum, product, quotient or root of numbers of `narrow`, rounded to `wide` and then to
/// `narrow`, is the one rounded to `narrow` at once.
///
/// In a directed mode it always is, provided both go the same way. To nearest, ties to even, it is
/// if the wide format has at least 2p + 2 bits for p of the narrow one (Figueroa, When is double
/// rounding innocuous?, 1995), and if no such result overflows in it or is subnormal there.
fn is_innocuous(narrow: Format, wide: Format, mode: Rounding) -> bool {
    match mode {
        Rounding::NearestAway => false,
        Rounding::TowardPositive | Rounding::TowardNegative | Rounding::TowardZero => true,
        Rounding::NearestEven => {
            let (least, greatest) = (narrow.min_subnormal_exponent(), narrow.max_exponent() + 1);
            let largest_result = (2 * greatest).max(greatest - least);
            let smallest_result = (2 * least).min(least - greatest);
            wide.significand_bits() >= 2 * narrow.significand_bits() + 2
                && largest_result <= wide.max_exponent()
                && smallest_result >= wide.min_exponent()
        }
    }
}

/// The term of the narrow format that a term of a wide one is the widened form of.
fn in_narrow_format(store: &mut TermStore, term: Term, narrow: Format) -> Option<Term> {
    if let Some(value) = store.float_constant(term) {
        let (converted, flags): (Float, _) = value.convert(narrow, Rounding::NearestEven);
        return flags.is_empty().then(|| store.float(converted));
    }
    store.widened(term).filter(|&inner| store.format(inner) == narrow)
}

fn narrow_arithmetic(store: &mut TermStore, application: &Application<'_>) -> Option<Term> {
    let [rounding, operand] = application.operands();
    let narrow = application.sort.format()?;
    let op = store.op(operand);
    if !matches!(op, Op::FpAdd | Op::FpMul | Op::FpDiv | Op::FpSqrt) || store.child(operand, 0) != rounding {
        return None;
    }
    if !is_innocuous(narrow, store.format(operand), store.rounding_constant(rounding)?) {
        return None;
    }
    let mut children = vec![rounding];
    for position in 1..store.children(operand).len() {
        children.push(in_narrow_format(store, store.child(operand, position), narrow)?);
    }
    Some(store.application(op, &children))
}
